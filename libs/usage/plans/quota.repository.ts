import type { TenantId } from '@mneme/platform/ids';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** What is stored, or what a write adds to it; what it takes away is negative. Bytes as storage quotas count them. */
export interface StoredAmount {
  readonly memories: number;
  readonly bytes: number;
}

/** What the slots say. */
export interface KeptAmount extends StoredAmount {
  /** How many recounts have corrected the totals. A recount that started before the last one must not apply its result. */
  readonly corrections: number;
}

/** The only place with queries on the quota slots. */
@Injectable()
export class QuotaRepository {
  /** @returns false where that would be more than allowed; nothing is changed then */
  async reserve(
    tx: EntityManager,
    tenant: TenantId,
    slot: number,
    more: StoredAmount,
    allowed: StoredAmount,
  ): Promise<boolean> {
    const [row] = await tx.query<{ reserved: boolean }[]>(
      'SELECT mneme_reserve_quota($1, $2, $3, $4, $5, $6) AS reserved',
      [tenant, slot, more.memories, more.bytes, allowed.memories, allowed.bytes],
    );
    return row?.reserved === true;
  }

  /** Locks reservations of other transactions out until this one ends. */
  async lock(tx: EntityManager, tenant: TenantId): Promise<void> {
    await tx.query('SELECT mneme_lock_quota($1)', [tenant]);
  }

  /** What the tenant stores. */
  async stored(tx: EntityManager, tenant: TenantId): Promise<KeptAmount> {
    const [row] = await tx.query<{ memories: string; bytes: string; corrections: number }[]>(
      `SELECT coalesce(sum(memories), 0)::text AS memories, coalesce(sum(bytes), 0)::text AS bytes,
              coalesce(sum(corrections), 0)::int AS corrections
         FROM quota_slots WHERE tenant_id = $1`,
      [tenant],
    );
    return { memories: Number(row?.memories ?? 0), bytes: Number(row?.bytes ?? 0), corrections: row?.corrections ?? 0 };
  }

  /**
   * Corrects the stored totals; the next write distributes the plan again. Requires a lock on every slot.
   * @returns false where it has been corrected more often than this; nothing is changed then
   */
  async correct(tx: EntityManager, tenant: TenantId, missing: StoredAmount, corrections: number): Promise<boolean> {
    const [, changed] = await tx.query<[unknown, number]>(
      `UPDATE quota_slots
          SET memories = memories + CASE slot WHEN 0 THEN $2::bigint ELSE 0 END,
              bytes = bytes + CASE slot WHEN 0 THEN $3::bigint ELSE 0 END, memories_limit = 0, bytes_limit = 0,
              corrections = corrections + CASE slot WHEN 0 THEN 1 ELSE 0 END
        WHERE tenant_id = $1 AND (SELECT sum(corrections) FROM quota_slots WHERE tenant_id = $1) = $4`,
      [tenant, missing.memories, missing.bytes, corrections],
    );
    return changed > 0;
  }
}
