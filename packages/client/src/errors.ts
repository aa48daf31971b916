import type { ErrorCode, ErrorItem } from './generated/types.gen.js';

/** What is known about a failed call. Everything but `attempts` is missing where no response arrived. */
export interface ErrorDetails {
  readonly status?: number | undefined;
  readonly code?: ErrorCode | undefined;
  readonly requestId?: string | undefined;
  readonly errors?: readonly ErrorItem[];
  readonly headers?: Headers | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly attempts?: number;
  readonly cause?: unknown;
}

/** A call that failed. Every error of this package, except a caller's own abort reason, is an instance. */
export class MnemeError extends Error {
  override readonly name: string = 'MnemeError';
  /** HTTP status. */
  readonly status: number | undefined;
  /** The service's code, such as `VALIDATION_ERROR`. */
  readonly code: ErrorCode | undefined;
  /** Equals `reqId` in the service's log. */
  readonly requestId: string | undefined;
  /** One entry for each error in the request. */
  readonly errors: readonly ErrorItem[];
  readonly headers: Headers | undefined;
  /** How long the service asks to wait. */
  readonly retryAfterMs: number | undefined;
  /** Number of requests that were sent for this call. */
  readonly attempts: number;

  constructor(message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.status = details.status;
    this.code = details.code;
    this.requestId = details.requestId;
    this.errors = details.errors ?? [];
    this.headers = details.headers;
    this.retryAfterMs = details.retryAfterMs;
    this.attempts = details.attempts ?? 1;
  }
}

/** The request is invalid: `errors[].field` names each field. Also a body that is too large or of another type. */
export class ValidationError extends MnemeError {
  override readonly name: string = 'ValidationError';
}

/** The credential is missing or invalid. */
export class AuthenticationError extends MnemeError {
  override readonly name: string = 'AuthenticationError';
}

/** The credential does not permit the call: it lacks the scope, or belongs to another tenant. */
export class PermissionError extends MnemeError {
  override readonly name: string = 'PermissionError';
}

/** The client's `tenantId` is not the tenant of its credential. */
export class TenantMismatchError extends PermissionError {
  override readonly name: string = 'TenantMismatchError';
}

/** There is no such record in the tenant. */
export class NotFoundError extends MnemeError {
  override readonly name: string = 'NotFoundError';
}

/** A record of this name exists already, or (`PRECONDITION_FAILED`) has changed since the version in `ifMatch`. */
export class ConflictError extends MnemeError {
  override readonly name: string = 'ConflictError';
}

/** The plan's calls, memories or bytes are used up. */
export class QuotaError extends MnemeError {
  override readonly name: string = 'QuotaError';
}

/** Too many requests: `retryAfterMs` is the time to wait. */
export class RateLimitError extends MnemeError {
  override readonly name: string = 'RateLimitError';
}

/** The service, or a proxy in front of it, failed. */
export class ServiceError extends MnemeError {
  override readonly name: string = 'ServiceError';
}

/** No complete response arrived: `cause` is the error of `fetch`. */
export class ConnectionError extends MnemeError {
  override readonly name: string = 'ConnectionError';
}

/** A try took longer than `timeoutMs`, or the call longer than `deadlineMs`. */
export class TimeoutError extends ConnectionError {
  override readonly name: string = 'TimeoutError';
}

/** A request to your endpoint is not from the service, or not recent. */
export class WebhookVerificationError extends MnemeError {
  override readonly name: string = 'WebhookVerificationError';
}

type Kind = new (message: string, details: ErrorDetails) => MnemeError;

const BY_CODE: Readonly<Record<ErrorCode, Kind>> = {
  VALIDATION_ERROR: ValidationError,
  PAYLOAD_TOO_LARGE: ValidationError,
  UNSUPPORTED_MEDIA_TYPE: ValidationError,
  AUTH_REQUIRED: AuthenticationError,
  AUTH_INVALID: AuthenticationError,
  INSUFFICIENT_QUOTA: QuotaError,
  INSUFFICIENT_SCOPE: PermissionError,
  TENANT_MISMATCH: TenantMismatchError,
  RESOURCE_NOT_FOUND: NotFoundError,
  DUPLICATE_RESOURCE: ConflictError,
  PRECONDITION_FAILED: ConflictError,
  RATE_LIMIT_EXCEEDED: RateLimitError,
  DATABASE_ERROR: ServiceError,
  INTERNAL_ERROR: ServiceError,
  EXTERNAL_SERVICE_ERROR: ServiceError,
  SERVICE_UNAVAILABLE: ServiceError,
};

/** No record is missing then: the address is wrong, or the service is older than the client. */
const NO_ROUTE = 'route not found';

/** For responses of proxies, and codes that this version does not know. */
const BY_STATUS: Readonly<Record<number, Kind>> = {
  401: AuthenticationError,
  402: QuotaError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  412: ConflictError,
  429: RateLimitError,
};

/** The error that a response stands for. @param text its body */
export function errorOf(response: Response, text: string, attempts: number): MnemeError {
  const { status, headers } = response;
  const { errors = [], metadata } = envelopeOf(text);
  const said = errors.map((error) => error.message).join('; ') || `the response has the status ${status}`;
  const isLost = said === NO_ROUTE;
  const message = isLost ? `${said}: is ${response.url} an address of this release?` : said;
  const code = errors[0]?.code;
  const kind = isLost ? ServiceError : kindOf(status, code);
  const requestId = metadata?.request_id ?? headers.get('x-request-id') ?? undefined;
  return new kind(message, { status, code, requestId, errors, headers, attempts, retryAfterMs: retryAfterMs(headers) });
}

function kindOf(status: number, code: ErrorCode | undefined): Kind {
  const known = code === undefined ? undefined : (BY_CODE as Partial<typeof BY_CODE>)[code];
  return known ?? BY_STATUS[status] ?? (status >= 400 && status < 500 ? ValidationError : ServiceError);
}

interface Failure {
  readonly errors?: readonly ErrorItem[];
  readonly metadata?: { readonly request_id?: string };
}

function envelopeOf(text: string): Failure {
  try {
    const value = JSON.parse(text) as Failure | null;
    return Array.isArray(value?.errors) ? value : {};
  } catch {
    return {};
  }
}

/** `Retry-After` in seconds or as a date. */
function retryAfterMs(headers: Headers): number | undefined {
  const value = headers.get('retry-after') ?? headers.get('x-ratelimit-retry-after');
  if (value === null) return undefined;
  const ms = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
