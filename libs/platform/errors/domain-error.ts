/** Every way in which a request can fail. `error-responses.ts` gives each a code and a status. */
export type ErrorKind =
  | 'validation'
  | 'authRequired'
  | 'authInvalid'
  | 'insufficientScope'
  | 'tenantMismatch'
  | 'notFound'
  | 'duplicate'
  | 'tenantErased'
  | 'preconditionFailed'
  | 'payloadTooLarge'
  | 'unsupportedMediaType'
  | 'insufficientQuota'
  | 'rateLimited'
  | 'callerGone'
  | 'database'
  | 'externalService'
  | 'internal'
  | 'unavailable';

/** One thing that is wrong. `field` is a path into the request: `tags[3]`, `metadata.source`. */
export interface Fault {
  readonly message: string;
  readonly field?: string;
}

/** A failure that is reported to the client, by kind. It knows nothing of HTTP. */
export class DomainError extends Error {
  /** When to try again. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    readonly kind: ErrorKind,
    readonly faults: readonly Fault[],
    { retryAfterSeconds, ...options }: ErrorOptions & { retryAfterSeconds?: number } = {},
  ) {
    super(faults.map((fault) => fault.message).join('; '), options);
    this.name = 'DomainError';
    this.retryAfterSeconds = retryAfterSeconds;
  }

  private static of(kind: ErrorKind, message: string, cause?: unknown): DomainError {
    return new DomainError(kind, [{ message }], cause === undefined ? undefined : { cause });
  }

  static validation(message: string, field?: string): DomainError {
    return new DomainError('validation', [field === undefined ? { message } : { message, field }]);
  }
  static authRequired(): DomainError {
    return this.of('authRequired', 'send an API key or a token as `Authorization: Bearer <token>`');
  }
  /** One message for every reason, so that a caller does not learn which part of a credential was right. */
  static authInvalid(cause?: unknown): DomainError {
    return this.of('authInvalid', 'the token is not valid', cause);
  }
  static insufficientScope(scope: string): DomainError {
    return this.of('insufficientScope', `this needs the scope ${scope}`);
  }
  static tenantMismatch(): DomainError {
    return new DomainError('tenantMismatch', [
      { message: 'tenantId is not the tenant of the credential', field: 'tenantId' },
    ]);
  }
  static notFound(what: string): DomainError {
    return this.of('notFound', `${what} not found`);
  }
  static duplicate(message: string, field?: string): DomainError {
    return new DomainError('duplicate', [{ message, ...(field === undefined ? {} : { field }) }]);
  }
  /** What the request works on belongs to a tenant that is being deleted, or was since the request began. */
  static tenantErased(cause?: unknown): DomainError {
    return this.of(
      'tenantErased',
      'the tenant is being erased; it can be used again, empty, once that has ended',
      cause,
    );
  }
  static insufficientQuota(message: string): DomainError {
    return this.of('insufficientQuota', message);
  }
  static preconditionFailed(message: string): DomainError {
    return this.of('preconditionFailed', message);
  }
  /** @param retryAfterSeconds where the failure itself says when to come again; else the limits do */
  static rateLimited(message: string, retryAfterSeconds?: number): DomainError {
    const again = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
    return new DomainError('rateLimited', [{ message }], again);
  }
  /** The client has hung up: only the log and the metrics show it. */
  static callerGone(cause?: unknown): DomainError {
    return this.of('callerGone', 'the client closed the connection before it was answered', cause);
  }
  static database(cause: unknown): DomainError {
    return this.of('database', 'the database could not carry out the operation', cause);
  }
  static unavailable(message: string): DomainError {
    return this.of('unavailable', message);
  }
  static externalService(message: string, cause?: unknown): DomainError {
    return this.of('externalService', message, cause);
  }
}

/** Does without what a tenant has that is being erased. @returns undefined in that case */
export async function unlessErased<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'tenantErased') return undefined;
    throw error;
  }
}
