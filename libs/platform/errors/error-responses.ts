import type { ErrorKind } from './domain-error.js';

export interface ErrorResponse {
  readonly code: string;
  readonly status: number;
}

/** Total: a new kind without a code does not compile. */
export const ERROR_RESPONSES: Readonly<Record<ErrorKind, ErrorResponse>> = {
  validation: { code: 'VALIDATION_ERROR', status: 400 },
  authRequired: { code: 'AUTH_REQUIRED', status: 401 },
  authInvalid: { code: 'AUTH_INVALID', status: 401 },
  insufficientQuota: { code: 'INSUFFICIENT_QUOTA', status: 402 },
  insufficientScope: { code: 'INSUFFICIENT_SCOPE', status: 403 },
  tenantMismatch: { code: 'TENANT_MISMATCH', status: 403 },
  notFound: { code: 'RESOURCE_NOT_FOUND', status: 404 },
  duplicate: { code: 'DUPLICATE_RESOURCE', status: 409 },
  tenantErased: { code: 'DUPLICATE_RESOURCE', status: 409 },
  preconditionFailed: { code: 'PRECONDITION_FAILED', status: 412 },
  payloadTooLarge: { code: 'PAYLOAD_TOO_LARGE', status: 413 },
  unsupportedMediaType: { code: 'UNSUPPORTED_MEDIA_TYPE', status: 415 },
  rateLimited: { code: 'RATE_LIMIT_EXCEEDED', status: 429 },
  callerGone: { code: 'CLIENT_CLOSED_REQUEST', status: 499 },
  database: { code: 'DATABASE_ERROR', status: 500 },
  internal: { code: 'INTERNAL_ERROR', status: 500 },
  externalService: { code: 'EXTERNAL_SERVICE_ERROR', status: 502 },
  unavailable: { code: 'SERVICE_UNAVAILABLE', status: 503 },
};
