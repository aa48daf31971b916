import type { IncomingMessage } from 'node:http';
import { formatId, newUuid } from '../ids/resource-id.js';

const ACCEPTED = /^[\w.-]{1,128}$/;

/** The client's X-Request-Id where it has a good form, else a new one; the same in logs, headers and metadata. */
export function requestIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && ACCEPTED.test(given) ? given : newRequestId();
}

export function newRequestId(): string {
  return formatId('req', newUuid());
}
