import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { TenantId } from '../ids/tenant-id.js';
import { DomainError } from '../errors/domain-error.js';

/** The field that faults of the key name. */
export const IDEMPOTENCY_HEADER = 'Idempotency-Key';

/** A request that the client may repeat: what it did once it does not do again. */
export interface IdempotentRequest {
  readonly tenantId: TenantId;
  /** 1 to 255 printable ASCII characters, the client's choice; unique in the tenant for 24 hours. */
  readonly key: string;
  /** SHA-256 of method, path and body: what tells a repetition from another request. */
  readonly hash: Buffer;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on routes with @Idempotent() where the client sent a key. */
    idempotent?: IdempotentRequest;
  }
}

/** Printable ASCII. */
export const KEY_PATTERN = /^[\x20-\x7e]{1,255}$/;

/**
 * The body counts as the JSON that was read, so spaces between its parts make no difference. What a stream holds is
 * not known yet: see Idempotency.ofStream.
 * @returns undefined where the request carries no key
 * @throws DomainError validation where the key has a wrong form
 */
export function idempotentRequestOf(request: FastifyRequest, tenantId: TenantId): IdempotentRequest | undefined {
  const given = request.headers['idempotency-key'];
  if (given === undefined) return undefined;
  const key = String(given);
  if (!KEY_PATTERN.test(key)) {
    throw DomainError.validation(
      `${IDEMPOTENCY_HEADER} must have 1 to 255 printable ASCII characters`,
      IDEMPOTENCY_HEADER,
    );
  }
  const hash = createHash('sha256')
    .update(`${request.method}\n${request.url}\n`)
    .update(request.body instanceof Readable ? 'stream' : JSON.stringify(request.body ?? null))
    .digest();
  return { tenantId, key, hash };
}
