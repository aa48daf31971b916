import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '@mneme/platform/ids';

/** What a tenant wants for memories that do not say it themselves. */
@Injectable()
export class MemoryDefaultsRepository {
  /** How long a working memory lives, in seconds; undefined: for ever. */
  async workingTtl(tx: EntityManager, tenant: TenantId): Promise<number | undefined> {
    const [row] = await tx.query<{ seconds: number }[]>(
      'SELECT working_ttl_seconds::float8 AS seconds FROM memory_defaults WHERE tenant_id = $1',
      [tenant],
    );
    return row?.seconds;
  }

  /** @param seconds undefined: working memories live for ever */
  async setWorkingTtl(tx: EntityManager, tenant: TenantId, seconds: number | undefined): Promise<void> {
    if (seconds === undefined) {
      await tx.query('DELETE FROM memory_defaults WHERE tenant_id = $1', [tenant]);
      return;
    }
    await tx.query(
      `INSERT INTO memory_defaults (tenant_id, working_ttl_seconds) VALUES ($1, $2)
       ON CONFLICT ON CONSTRAINT memory_defaults_pk DO UPDATE SET working_ttl_seconds = excluded.working_ttl_seconds`,
      [tenant, seconds],
    );
  }
}
