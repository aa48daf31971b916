import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { TenantDb } from '../database/tenant-db.js';
import { DomainError } from '../errors/domain-error.js';
import { Answer } from '../answers/answer.js';
import { IdempotencyRepository, type StoredAnswer } from './idempotency.repository.js';
import { IDEMPOTENCY_HEADER, type IdempotentRequest } from './idempotent-request.js';
import { IdempotencyConflictError } from './idempotency-conflict.error.js';

/**
 * Does what a request asks once, however often it is sent. The key and the answer commit with the work or not at all:
 * a request that failed, or a process that died, leaves nothing behind, and may be tried again.
 */
@Injectable()
export class Idempotency {
  constructor(
    private readonly tenantDb: TenantDb,
    private readonly keys: IdempotencyRepository,
  ) {}

  /** The request once its streamed body is known. @param digest SHA-256 of the body */
  static ofStream(request: IdempotentRequest, digest: Buffer): IdempotentRequest {
    return { ...request, hash: createHash('sha256').update(request.hash).update(digest).digest() };
  }

  /**
   * Does the work, and keeps its answer for those who send the request again. Without a key it is the work alone.
   * @param tx the transaction of the work; this call comes first in it, so that nothing else stops a repetition
   * @param answerOf what the handler returns for this result: data, or an Answer. No secrets: it is stored.
   */
  async once<T>(
    tx: EntityManager,
    request: IdempotentRequest | undefined,
    work: (tx: EntityManager) => Promise<T>,
    answerOf: (result: T) => unknown,
  ): Promise<T> {
    if (request === undefined) return work(tx);
    if (!(await this.keys.claim(tx, request))) throw new IdempotencyConflictError(request);
    const result = await work(tx);
    await this.keys.store(tx, request, storedAnswer(answerOf(result)));
    return result;
  }

  /**
   * What the first request with this key was answered; undefined where there was none.
   * @param stream the body where it is a stream: read to its end, to be compared
   * @throws DomainError validation where that was another request, duplicate where it is still at work
   */
  async earlier(request: IdempotentRequest, stream?: Readable): Promise<Answer<unknown> | undefined> {
    const found = await this.tenantDb.run(request.tenantId, (tx) => this.keys.find(tx, request));
    if (found === undefined) return undefined;
    const { hash } = stream === undefined ? request : Idempotency.ofStream(request, await digestOf(stream));
    if (!found.hash.equals(hash)) throw otherRequest();
    if (found.answer === null) throw stillAtWork();
    const { data, ...parts } = found.answer;
    return new Answer(data, { ...parts, replayed: true });
  }
}

async function digestOf(stream: Readable): Promise<Buffer> {
  const digest = createHash('sha256');
  for await (const chunk of stream) digest.update(chunk as Buffer);
  return digest.digest();
}

export function otherRequest(): DomainError {
  const message = `${IDEMPOTENCY_HEADER} was used for another request; take a new key for each`;
  return DomainError.validation(message, IDEMPOTENCY_HEADER);
}

export function stillAtWork(): DomainError {
  return DomainError.duplicate(`the first request with this ${IDEMPOTENCY_HEADER} is still at work; try again later`);
}

function storedAnswer(answer: unknown): StoredAnswer {
  if (!(answer instanceof Answer)) return { data: answer };
  const { status, etag, warnings } = answer.parts;
  return {
    data: answer.data as unknown,
    ...(status === undefined ? {} : { status }),
    ...(etag === undefined ? {} : { etag }),
    ...(warnings === undefined ? {} : { warnings }),
  };
}
