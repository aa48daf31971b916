import { DomainError, isStoredMoment } from '@mneme/platform';
import { isUUID } from 'class-validator';
import type { WebhookDelivery } from './webhook-delivery.entity.js';

/** The last delivery of a page: where the next one goes on. Opaque to clients. */
export interface DeliveryCursor {
  /** Number of the page that follows. */
  readonly page: number;
  readonly createdAt: Date;
  readonly id: string;
}

export function encodeCursor({ createdAt, id }: WebhookDelivery, page: number): string {
  return Buffer.from(JSON.stringify([page, createdAt.toISOString(), id])).toString('base64url');
}

/** @throws DomainError validation where the text is not a cursor of ours */
export function decodeCursor(text: string): DeliveryCursor {
  try {
    const [page, createdAt, id] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[];
    const good = Number.isSafeInteger(page) && Number(page) >= 2 && isStoredMoment(createdAt) && isUUID(id);
    if (good) return { page: Number(page), createdAt: new Date(createdAt), id: String(id) };
  } catch {
    // Falls through: whatever made it unreadable, the client is told the same.
  }
  throw DomainError.validation('cursor must be the nextCursor of an earlier page', 'cursor');
}
