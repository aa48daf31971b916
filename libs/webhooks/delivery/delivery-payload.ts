import type { StoredEvent } from '@mneme/platform/events';
import { formatId } from '@mneme/platform/ids';

type Payload = Pick<StoredEvent, 'name' | 'data' | 'requestId' | 'createdAt' | 'sequence'>;

/** The body that every endpoint of an event is sent, the same in each attempt. */
export function deliveryPayload({ name, data, requestId, createdAt, sequence }: Payload): string {
  const metadata = { request_id: requestId, timestamp: createdAt.toISOString(), version: 'v1', sequence };
  return JSON.stringify({ event: name, data, metadata });
}

/**
 * The headers that need no secret.
 * @param traceparent for an endpoint that traces as well; null where nothing is traced
 */
export function payloadHeaders(eventId: string, traceparent: string | null): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': 'Mneme-Webhooks/1.0',
    'webhook-id': formatId('evt', eventId),
    ...(traceparent === null ? {} : { traceparent }),
  };
}
