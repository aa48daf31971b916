import { decodeCursor, encodeCursor } from '@mneme/platform/answers';
import { isStoredMoment } from '@mneme/platform/validation';
import { isUUID } from 'class-validator';
import type { WebhookDelivery } from '../delivery/webhook-delivery.entity.js';

/** The last delivery of a page: where the next one goes on. Opaque to clients. */
export interface DeliveryCursor {
  /** Number of the page that follows. */
  readonly page: number;
  readonly createdAt: Date;
  readonly id: string;
}

export function encodeDeliveryCursor({ createdAt, id }: WebhookDelivery, page: number): string {
  return encodeCursor([page, createdAt.toISOString(), id]);
}

/** @throws DomainError validation where the text is not a cursor of ours */
export function decodeDeliveryCursor(text: string): DeliveryCursor {
  return decodeCursor(text, ([page, createdAt, id]) => {
    const good = Number.isSafeInteger(page) && Number(page) >= 2 && isStoredMoment(createdAt) && isUUID(id);
    return good ? { page: Number(page), createdAt: new Date(createdAt), id: String(id) } : undefined;
  });
}
