import { DomainError, type ErrorKind, type Fault } from '../errors/domain-error.js';
import { ERROR_RESPONSES } from '../errors/error-responses.js';
import { unknownFields } from '../validation/unknown-fields.js';
import type { ErrorEnvelope } from './envelope.js';
import { MESSAGE_OF_KIND } from './error.filter.js';

interface ErrorExample {
  readonly summary: string;
  readonly value: ErrorEnvelope;
}

/** What a route fails with that gives no failure of its own, in the words of the code that refuses. */
const FAULTS: Readonly<Record<ErrorKind, readonly Fault[]>> = {
  validation: unknownFields({ colour: 'red' }, []),
  authRequired: DomainError.authRequired().faults,
  authInvalid: DomainError.authInvalid().faults,
  // The scope is that of the operation.
  insufficientScope: DomainError.insufficientScope('write:memories').faults,
  tenantMismatch: DomainError.tenantMismatch().faults,
  notFound: DomainError.notFound('memory').faults,
  duplicate: DomainError.duplicate('the first request with this Idempotency-Key is still at work; try again later')
    .faults,
  tenantErased: DomainError.tenantErased().faults,
  preconditionFailed: DomainError.preconditionFailed('the memory has changed since the version that If-Match names')
    .faults,
  payloadTooLarge: [{ message: MESSAGE_OF_KIND.payloadTooLarge ?? '' }],
  unsupportedMediaType: [{ message: MESSAGE_OF_KIND.unsupportedMediaType ?? '' }],
  insufficientQuota: [
    {
      message:
        'the 1000 calls a month of the plan free are used up; wait until 2026-12-01T00:00:00.000Z, or have the operator give the tenant a larger plan (mneme tenants set-plan acme pro)',
    },
  ],
  rateLimited: [
    {
      message:
        'too many requests: the plan free allows 10 a minute and 20 at once; try again in 6 s, or have the operator give the tenant a larger plan (mneme tenants set-plan acme pro)',
    },
  ],
  callerGone: DomainError.callerGone().faults,
  database: DomainError.database(undefined).faults,
  internal: [{ message: 'something went wrong' }],
  externalService: DomainError.externalService('the identity provider cannot be reached').faults,
  unavailable: DomainError.unavailable('the process is ending').faults,
};

/** An envelope for each failure, by its code; a second one of a code by code and number. */
export function errorExamples(errors: readonly (ErrorKind | DomainError)[]): Record<string, ErrorExample> {
  const stated = new Set(errors.flatMap((error) => (error instanceof DomainError ? [error.kind] : [])));
  const examples: Record<string, ErrorExample> = {};
  for (const error of new Set(errors)) {
    // One that the route gives is better than the one that stands for its kind.
    if (typeof error === 'string' && stated.has(error) && error !== 'rateLimited' && error !== 'duplicate') continue;
    const { kind, faults } = typeof error === 'string' ? { kind: error, faults: FAULTS[error] } : error;
    const { code } = ERROR_RESPONSES[kind];
    const earlier = Object.keys(examples).filter((name) => name.replace(/_\d+$/, '') === code).length;
    examples[earlier === 0 ? code : `${code}_${earlier + 1}`] = {
      summary: faults[0]?.message ?? code,
      value: envelopeOf(code, faults),
    };
  }
  return examples;
}

function envelopeOf(code: string, faults: readonly Fault[]): ErrorEnvelope {
  const metadata = {
    request_id: 'req_01m7ydf6jdfzy8584x9qdvy38q',
    timestamp: '2026-11-21T06:42:30.624Z',
    version: 'v1',
  } as const;
  return { success: false, errors: faults.map((fault) => ({ code, ...fault })), metadata };
}
