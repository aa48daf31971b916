import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '../ids/tenant-id.js';

/** How many rows or points were deleted, by table or index. */
export type DeletedCounts = Readonly<Record<string, number>>;

/** A tenant that is being erased. */
export interface TenantErasure {
  /** UUID. */
  readonly id: string;
  readonly tenantId: TenantId;
  readonly startedAt: Date;
  /** How long it has been under way, by the database's clock. */
  readonly ageMs: number;
  readonly deleted: DeletedCounts;
  /** Why it could not go on the last time. */
  readonly lastError: string | null;
}

/** What remains of an erasure. */
export interface ErasureProof extends Pick<TenantErasure, 'id' | 'startedAt' | 'deleted'> {
  /** SHA-256 of the tenant's identifier, 64 hexadecimal digits. */
  readonly tenantHash: string;
  readonly endedAt: Date;
}

/** The only place with queries on erasures; as the system, where nothing else is said. */
@Injectable()
export class ErasuresRepository {
  /** From the commit on the tenant has no transactions. @returns undefined where it is being erased already */
  async begin(tx: EntityManager, tenant: TenantId, id: string): Promise<TenantErasure | undefined> {
    const rows = await tx.query<TenantErasure[]>(
      `INSERT INTO tenant_erasures (tenant_id, id) VALUES ($1, $2)
       ON CONFLICT ON CONSTRAINT tenant_erasures_pk DO NOTHING RETURNING ${COLUMNS}`,
      [tenant, id],
    );
    return rows[0];
  }

  /** Lets the transaction that began an erasure see and delete what the tenant has. */
  async enter(tx: EntityManager, tenant: TenantId): Promise<void> {
    await tx.query('SELECT mneme_set_erased_tenant($1)', [tenant]);
  }

  async find(tx: EntityManager, tenant: TenantId): Promise<TenantErasure | undefined> {
    const rows = await tx.query<TenantErasure[]>(`SELECT ${COLUMNS} FROM tenant_erasures WHERE tenant_id = $1`, [
      tenant,
    ]);
    return rows[0];
  }

  /** Those under way, the oldest first. */
  async list(tx: EntityManager): Promise<TenantErasure[]> {
    return tx.query<TenantErasure[]>(`SELECT ${COLUMNS} FROM tenant_erasures ORDER BY started_at, tenant_id`);
  }

  /** Whether every transaction of the tenant has ended that began before the erasure did. */
  async othersEnded(tx: EntityManager, tenant: TenantId): Promise<boolean> {
    const [row] = await tx.query<{ ended: boolean }[]>(
      `SELECT pg_try_advisory_xact_lock(hashtextextended('erasure of ' || $1::text, 0)) AS ended`,
      [tenant],
    );
    return row?.ended === true;
  }

  /** Adds to what was deleted. @returns false where the erasure has ended, in another process */
  async add(tx: EntityManager, { tenantId, id }: TenantErasure, place: string, deleted: number): Promise<boolean> {
    const [, known] = await tx.query<[unknown[], number]>(
      `UPDATE tenant_erasures
          SET deleted = deleted || jsonb_build_object($3::text, coalesce((deleted ->> $3)::bigint, 0) + $4), last_error = NULL
        WHERE tenant_id = $1 AND id = $2`,
      [tenantId, id, place, deleted],
    );
    return known > 0;
  }

  async fail(tx: EntityManager, { tenantId, id }: TenantErasure, reason: string): Promise<void> {
    await tx.query('UPDATE tenant_erasures SET last_error = $3 WHERE tenant_id = $1 AND id = $2', [
      tenantId,
      id,
      reason.slice(0, 500),
    ]);
  }

  /** Puts the proof in the place of the erasure. @param scrubDue whether the files of the database still hold what was deleted */
  async end(tx: EntityManager, { tenantId, id }: TenantErasure, scrubDue: boolean): Promise<void> {
    await tx.query(
      `WITH ended AS (DELETE FROM tenant_erasures WHERE tenant_id = $1 AND id = $2 RETURNING *)
       INSERT INTO erased_tenants (id, tenant_hash, started_at, deleted, scrub_due)
       SELECT id, sha256(convert_to(tenant_id, 'UTF8')), started_at, deleted, $3 FROM ended`,
      [tenantId, id, scrubDue],
    );
  }

  /** The proof of an erasure of this tenant. @param id left out: of the last one */
  async proof(tx: EntityManager, tenant: TenantId, id: string | null = null): Promise<ErasureProof | undefined> {
    const rows = await tx.query<ErasureProof[]>(
      `SELECT id, encode(tenant_hash, 'hex') AS "tenantHash", started_at AS "startedAt", ended_at AS "endedAt", deleted
         FROM erased_tenants WHERE tenant_hash = sha256(convert_to($1, 'UTF8')) AND ($2::uuid IS NULL OR id = $2)
        ORDER BY ended_at DESC LIMIT 1`,
      [tenant, id],
    );
    return rows[0];
  }

  /** Erasures whose deleted bytes are still in the files of the database: their UUIDs. */
  async scrubsDue(tx: EntityManager): Promise<string[]> {
    const rows = await tx.query<{ id: string }[]>('SELECT id FROM erased_tenants WHERE scrub_due');
    return rows.map(({ id }) => id);
  }

  async scrubbed(tx: EntityManager, ids: readonly string[]): Promise<void> {
    await tx.query('UPDATE erased_tenants SET scrub_due = false WHERE id = ANY ($1::uuid[])', [ids]);
  }
}

const COLUMNS = `tenant_id AS "tenantId", id, started_at AS "startedAt", deleted, last_error AS "lastError",
  (extract(epoch FROM clock_timestamp() - started_at) * 1000)::float8 AS "ageMs"`;
