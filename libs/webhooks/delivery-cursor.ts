import { DomainError } from '@mneme/platform';
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
    const at = typeof createdAt === 'string' ? new Date(createdAt) : new Date(Number.NaN);
    const good = Number.isSafeInteger(page) && typeof id === 'string' && /^[0-9a-f-]{36}$/.test(id);
    if (good && !Number.isNaN(at.getTime())) return { page: page as number, createdAt: at, id };
  } catch {
    // Falls through: whatever made it unreadable, the client is told the same.
  }
  throw DomainError.validation('cursor must be the nextCursor of an earlier page', 'cursor');
}
