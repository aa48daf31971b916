import { DomainError, isStoredMoment } from '@mneme/platform';
import { isUUID } from 'class-validator';
import { SORT_FIELDS, type SortField, type SortOrder } from './list-order.js';
import type { Memory } from './memory.entity.js';

/** The last memory of a page: where the next one goes on. Opaque to clients. */
export interface ListCursor {
  readonly sort: SortField;
  readonly order: SortOrder;
  /** Number of the page that follows. */
  readonly page: number;
  /** The sort field's value: an ISO 8601 date or a number. */
  readonly value: string | number;
  readonly id: string;
}

/** Of the page after the one that ends with this memory. @param page its number */
export function cursorBehind(memory: Memory, sort: SortField, order: SortOrder, page: number): ListCursor {
  const value = memory[sort];
  return { sort, order, page, value: value instanceof Date ? value.toISOString() : value, id: memory.id };
}

export function encodeCursor({ sort, order, page, value, id }: ListCursor): string {
  return Buffer.from(JSON.stringify([sort, order, page, value, id])).toString('base64url');
}

/** @throws DomainError validation where the text is not a cursor of ours */
export function decodeCursor(text: string): ListCursor {
  try {
    const [sort, order, page, value, id] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[];
    const good =
      SORT_FIELDS.some((field) => field === sort) &&
      (order === 'asc' || order === 'desc') &&
      Number.isSafeInteger(page) &&
      Number(page) >= 2 &&
      isUUID(id) &&
      (sort === 'importance' ? typeof value === 'number' && value >= 0 && value <= 1 : isStoredMoment(value));
    if (good) return { sort, order, page, value, id } as ListCursor;
  } catch {
    // Falls through: whatever made it unreadable, the client is told the same.
  }
  throw DomainError.validation('cursor must be the nextCursor of an earlier page', 'cursor');
}
