import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '@mneme/platform/ids';
import { MEMORY_COLUMNS } from '../storage/memory.columns.js';
import type { Memory } from '../storage/memory.entity.js';

/** Which sets of samples a tenant has been given, and the samples it still has. */
@Injectable()
export class MemorySeedsRepository {
  /** @returns whether the set is new to the tenant */
  async mark(tx: EntityManager, tenant: TenantId, name: string): Promise<boolean> {
    const rows = await tx.query<unknown[]>(
      `INSERT INTO memory_seeds (tenant_id, name) VALUES ($1, $2)
       ON CONFLICT ON CONSTRAINT memory_seeds_pk DO NOTHING RETURNING name`,
      [tenant, name],
    );
    return rows.length > 0;
  }

  /** The records with these external ids, held until the transaction ends. */
  async lockSamples(tx: EntityManager, tenant: TenantId, externalIds: readonly string[]): Promise<Memory[]> {
    return tx.query<Memory[]>(
      `SELECT ${MEMORY_COLUMNS} FROM (SELECT DISTINCT unnest($2::text[]) AS name) AS given CROSS JOIN LATERAL (
         SELECT * FROM memories WHERE tenant_id = $1 AND external_id = given.name OFFSET 0 FOR UPDATE) AS m`,
      [tenant, externalIds],
    );
  }
}
