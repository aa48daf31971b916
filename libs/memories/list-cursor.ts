import { DomainError } from '@mneme/platform';
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

/** The cursor of the page after the one that ends with this memory. */
export function encodeCursor(memory: Memory, sort: SortField, order: SortOrder, page: number): string {
  const sortValue = memory[sort];
  const value = sortValue instanceof Date ? sortValue.toISOString() : sortValue;
  return Buffer.from(JSON.stringify([sort, order, page, value, memory.id])).toString('base64url');
}

/** @throws DomainError validation where the text is not a cursor of ours */
export function decodeCursor(text: string): ListCursor {
  try {
    const [sort, order, page, value, id] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[];
    const good =
      SORT_FIELDS.some((field) => field === sort) &&
      (order === 'asc' || order === 'desc') &&
      Number.isSafeInteger(page) &&
      typeof id === 'string' &&
      /^[0-9a-f-]{36}$/.test(id) &&
      (sort === 'importance'
        ? typeof value === 'number'
        : typeof value === 'string' && !Number.isNaN(Date.parse(value)));
    if (good) return { sort, order, page, value, id } as ListCursor;
  } catch {
    // Falls through: whatever made it unreadable, the client is told the same.
  }
  throw DomainError.validation('cursor must be the nextCursor of an earlier page', 'cursor');
}
