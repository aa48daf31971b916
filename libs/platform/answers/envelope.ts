import type { Fault } from '../errors/domain-error.js';
import type { AnswerParts, Warning } from './answer.js';

export interface EnvelopeMetadata {
  readonly request_id: string;
  readonly timestamp: string;
  readonly version: 'v1';
  /** `pending`: what was written will be found a little later. */
  readonly indexing?: 'pending';
  /** Left out where there are none. */
  readonly warnings?: readonly Warning[];
}

export interface ErrorItem extends Fault {
  readonly code: string;
}

export interface SuccessEnvelope {
  readonly success: true;
  readonly data: unknown;
  readonly metadata: EnvelopeMetadata;
}

export interface ErrorEnvelope {
  readonly success: false;
  readonly errors: readonly ErrorItem[];
  readonly metadata: EnvelopeMetadata;
}

export function successEnvelope(requestId: string, data: unknown, parts: AnswerParts = {}): SuccessEnvelope {
  const { indexing, warnings = [] } = parts;
  const metadata = {
    ...metadataOf(requestId),
    ...(indexing === undefined ? {} : { indexing }),
    ...(warnings.length === 0 ? {} : { warnings }),
  };
  return { success: true, data, metadata };
}

export function errorEnvelope(requestId: string, code: string, faults: readonly Fault[]): ErrorEnvelope {
  return { success: false, errors: faults.map((fault) => ({ code, ...fault })), metadata: metadataOf(requestId) };
}

function metadataOf(requestId: string): EnvelopeMetadata {
  return { request_id: requestId, timestamp: new Date().toISOString(), version: 'v1' };
}
