import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '@mneme/platform/ids';
import type { Memory } from '../storage/memory.entity.js';

/** What a memory was, or is, in one version. */
export type MemoryVersion = Pick<
  Memory,
  'version' | 'content' | 'importance' | 'tags' | 'metadata' | 'expiresAt' | 'writtenBy' | 'updatedAt'
>;

/** Rows deleted in one transaction. */
const SWEPT = 1_000;

/** Earlier versions of memories. The present one is the record itself. */
@Injectable()
export class MemoryHistoryRepository {
  /** Newest first, below a version. */
  async before(
    tx: EntityManager,
    tenant: TenantId,
    id: string,
    below: number,
    limit: number,
    days: number,
  ): Promise<MemoryVersion[]> {
    return tx.query<MemoryVersion[]>(
      `SELECT ${COLUMNS} FROM memory_versions v
        WHERE v.tenant_id = $1 AND v.memory_id = $2 AND v.version < $3 AND ${KEPT('$5')}
        ORDER BY v.version DESC LIMIT (SELECT $4::bigint)`,
      [tenant, id, below, limit, days],
    );
  }

  async find(
    tx: EntityManager,
    tenant: TenantId,
    id: string,
    version: number,
    days: number,
  ): Promise<MemoryVersion | undefined> {
    const [found] = await tx.query<MemoryVersion[]>(
      `SELECT ${COLUMNS} FROM memory_versions v
        WHERE v.tenant_id = $1 AND v.memory_id = $2 AND v.version = $3 AND ${KEPT('$4')}`,
      [tenant, id, version, days],
    );
    return found;
  }

  /** Deletes versions that have been replaced for longer. @returns whether there may be more */
  async sweep(tx: EntityManager, tenant: TenantId, days: number): Promise<boolean> {
    const [, deleted] = await tx.query<[unknown[], number]>(
      `DELETE FROM memory_versions WHERE ctid = ANY (ARRAY(
         SELECT ctid FROM memory_versions WHERE tenant_id = $1 AND replaced_at < now() - $2::integer * interval '1 day'
          ORDER BY replaced_at LIMIT (SELECT $3::bigint)))`,
      [tenant, days, SWEPT],
    );
    return deleted === SWEPT;
  }
}

const COLUMNS = `v.version, v.content, v.importance, v.tags, v.metadata, v.expires_at AS "expiresAt",
  v.written_by AS "writtenBy", v.updated_at AS "updatedAt"`;

/** Not only until the sweep comes by. */
const KEPT = (days: string): string => `v.replaced_at >= now() - ${days}::integer * interval '1 day'`;
