import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '@mneme/platform/ids';

/** Memories of one tenant whose time is over. */
export interface ExpiredMemories {
  readonly tenantId: TenantId;
  readonly ids: readonly string[];
}

/** Finds memories that are still stored although their time is over. */
@Injectable()
export class ExpiredMemoriesRepository {
  /** Of all tenants, those that expired first. Seen by the system, identifiers only. */
  async due(tx: EntityManager, limit: number): Promise<ExpiredMemories[]> {
    return tx.query<ExpiredMemories[]>(
      `SELECT due.tenant_id AS "tenantId", array_agg(due.memory_id) AS ids
         FROM (SELECT tenant_id, memory_id FROM memory_expiries WHERE expires_at <= now()
                ORDER BY expires_at LIMIT (SELECT $1::bigint)) AS due
        GROUP BY due.tenant_id`,
      [limit],
    );
  }

  /** Entries without a memory, which a release that does not know expiry may leave, would come up for ever. */
  async forget(tx: EntityManager, tenant: TenantId, ids: readonly string[]): Promise<void> {
    await tx.query(
      `DELETE FROM memory_expiries WHERE ctid = ANY (ARRAY(
         SELECT entry.place FROM (SELECT DISTINCT unnest($2::uuid[]) AS id) AS given
          CROSS JOIN LATERAL (
            SELECT ctid AS place FROM memory_expiries
             WHERE tenant_id = $1 AND memory_id = given.id AND expires_at <= now() OFFSET 0) AS entry))`,
      [tenant, ids],
    );
  }
}
