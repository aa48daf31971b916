import { Injectable } from '@nestjs/common';
import type { TenantId } from '@mneme/platform/ids';
import type { StoredAmount } from '@mneme/usage';
import type { EntityManager } from 'typeorm';

/** Memories of one type. */
export interface TypeAmount extends StoredAmount {
  readonly type: string;
}

/** Some of a tenant's records, and where they end; undefined: there were none left. */
export interface CountedPage {
  readonly types: readonly TypeAmount[];
  readonly last: string | undefined;
}

/** Counts records, and sets kept totals right. */
@Injectable()
export class MemoryRecountRepository {
  /** Those whose time is over take room until they are deleted: they are counted too. */
  async showExpired(tx: EntityManager): Promise<void> {
    await tx.query('SELECT mneme_show_expired()');
  }

  /**
   * The limit is a subquery so that the planner does not know it: it walks the key instead of sorting all that follows.
   * @param after UUID of the record before the first one
   */
  async page(tx: EntityManager, tenant: TenantId, after: string, limit: number): Promise<CountedPage> {
    const rows = await tx.query<(TypeAmount & { last: string })[]>(
      `SELECT type, count(*)::float8 AS memories, sum(bytes)::float8 AS bytes, max(id::text COLLATE "C") AS last
         FROM (SELECT id, type, bytes FROM memories
                WHERE tenant_id = $1 AND id > $2::uuid ORDER BY id LIMIT (SELECT $3::bigint)) page
        GROUP BY type`,
      [tenant, after, limit],
    );
    return { types: rows, last: rows.map(({ last }) => last).reduce(later, undefined) };
  }

  /** What the totals of lists say. */
  async totals(tx: EntityManager, tenant: TenantId): Promise<TypeAmount[]> {
    return tx.query<TypeAmount[]>(
      `SELECT type, sum(memories)::float8 AS memories, sum(bytes)::float8 AS bytes
         FROM memory_totals WHERE tenant_id = $1 GROUP BY type`,
      [tenant],
    );
  }

  /** Adds to the totals, in one order of types as every writer does. */
  async correctTotals(tx: EntityManager, tenant: TenantId, missing: readonly TypeAmount[]): Promise<void> {
    await tx.query(
      `INSERT INTO memory_totals (tenant_id, type, slot, memories, bytes)
       SELECT $1, type, 0, memories, bytes
         FROM json_to_recordset($2::json) AS missing(type text, memories bigint, bytes bigint) ORDER BY type
       ON CONFLICT ON CONSTRAINT memory_totals_pk DO UPDATE
         SET memories = memory_totals.memories + excluded.memories, bytes = memory_totals.bytes + excluded.bytes`,
      [tenant, JSON.stringify(missing)],
    );
  }
}

function later(a: string | undefined, b: string): string {
  return a === undefined || a < b ? b : a;
}
