import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '@mneme/platform/ids';

/** Which sets of samples a tenant has been given. */
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
}
