import { decodeCursor, encodeCursor } from '@mneme/platform/answers';
import { isStoredMoment } from '@mneme/platform/validation';
import { isUUID } from 'class-validator';
import { SORT_FIELDS, type SortField, type SortOrder } from './list-order.js';
import type { Memory } from '../storage/memory.entity.js';

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

export function encodeListCursor({ sort, order, page, value, id }: ListCursor): string {
  return encodeCursor([sort, order, page, value, id]);
}

/** @throws DomainError validation where the text is not a cursor of ours */
export function decodeListCursor(text: string): ListCursor {
  return decodeCursor(text, ([sort, order, page, value, id]) => {
    const good =
      SORT_FIELDS.some((field) => field === sort) &&
      (order === 'asc' || order === 'desc') &&
      Number.isSafeInteger(page) &&
      Number(page) >= 2 &&
      isUUID(id) &&
      (sort === 'importance' ? typeof value === 'number' && value >= 0 && value <= 1 : isStoredMoment(value));
    return good ? ({ sort, order, page, value, id } as ListCursor) : undefined;
  });
}
