import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { AnswerParts } from '../answers/answer.js';
import type { IdempotentRequest } from './idempotent-request.js';

/** What the first request was answered, as it was sent. */
export interface StoredAnswer extends Pick<AnswerParts, 'status' | 'etag' | 'warnings'> {
  readonly data: unknown;
}

export interface StoredKey {
  readonly hash: Buffer;
  /** Null while a request of several transactions is at work. */
  readonly answer: StoredAnswer | null;
}

const KEPT = '24 hours';

/** The only place with queries on idempotency keys. */
@Injectable()
export class IdempotencyRepository {
  async find(tx: EntityManager, { tenantId, key }: IdempotentRequest): Promise<StoredKey | undefined> {
    const [row] = await tx.query<StoredKey[]>(
      `SELECT request_hash AS hash, answer FROM idempotency_keys
        WHERE tenant_id = $1 AND key = $2 AND expires_at > now()`,
      [tenantId, key],
    );
    return row;
  }

  /**
   * Takes a key that is free, for as long as the transaction runs and from then on.
   *
   * Never waits: of two transactions at once the advisory lock lets one in. Whoever has it finds a row that was
   * committed a moment ago by the unique key, not by what its own snapshot shows.
   * @returns false where the key is taken
   */
  async claim(tx: EntityManager, { tenantId, key, hash }: IdempotentRequest): Promise<boolean> {
    const rows = await tx.query<unknown[]>(
      `INSERT INTO idempotency_keys AS k (tenant_id, key, request_hash, expires_at)
       SELECT $1, $2, $3, now() + interval '${KEPT}'
        WHERE pg_try_advisory_xact_lock(hashtextextended($1 || ' ' || $2, 0))
       ON CONFLICT ON CONSTRAINT idempotency_keys_pk DO UPDATE
         SET request_hash = excluded.request_hash, answer = NULL, expires_at = excluded.expires_at
       WHERE k.expires_at <= now()
       RETURNING key`,
      [tenantId, key, hash],
    );
    return rows.length > 0;
  }

  async store(tx: EntityManager, { tenantId, key }: IdempotentRequest, answer: StoredAnswer): Promise<void> {
    await tx.query('UPDATE idempotency_keys SET answer = $3 WHERE tenant_id = $1 AND key = $2', [
      tenantId,
      key,
      JSON.stringify(answer),
    ]);
  }

  /** Removes keys of every tenant whose time is over; those that another process is removing are passed over. */
  async removeExpired(tx: EntityManager, limit: number): Promise<number> {
    const [, removed] = await tx.query<[unknown[], number]>(
      // Materialised: a plan that ran the inner query once for each row would take more than the limit.
      `WITH old AS MATERIALIZED (
         SELECT tenant_id, key FROM idempotency_keys WHERE expires_at <= now()
          ORDER BY expires_at LIMIT (SELECT $1::bigint) FOR UPDATE SKIP LOCKED)
       DELETE FROM idempotency_keys k USING old WHERE k.tenant_id = old.tenant_id AND k.key = old.key`,
      [limit],
    );
    return removed;
  }
}
