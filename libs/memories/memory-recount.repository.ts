import { Injectable } from '@nestjs/common';
import type { TenantId } from '@mneme/platform';
import type { StoredAmount } from '@mneme/usage';
import type { EntityManager } from 'typeorm';

/** Memories of one type. */
export interface TypeAmount extends StoredAmount {
  readonly type: string;
}

interface CountRow extends TypeAmount {
  readonly keptMemories: number;
  readonly keptBytes: number;
}

/** Counts records, and sets kept totals right. */
@Injectable()
export class MemoryRecountRepository {
  /** What there is of each type, and how much more that is than the kept totals say. */
  async count(tx: EntityManager, tenant: TenantId): Promise<(TypeAmount & { readonly missing: StoredAmount })[]> {
    const rows = await tx.query<CountRow[]>(COUNT, [tenant]);
    return rows.map((row) => ({
      type: row.type,
      memories: row.memories,
      bytes: row.bytes,
      missing: { memories: row.memories - row.keptMemories, bytes: row.bytes - row.keptBytes },
    }));
  }

  async correctTotal(tx: EntityManager, tenant: TenantId, { type, memories, bytes }: TypeAmount): Promise<void> {
    await tx.query(
      `INSERT INTO memory_totals (tenant_id, type, slot, memories, bytes) VALUES ($1, $2, 0, $3, $4)
       ON CONFLICT ON CONSTRAINT memory_totals_pk DO UPDATE
         SET memories = memory_totals.memories + excluded.memories, bytes = memory_totals.bytes + excluded.bytes`,
      [tenant, type, memories, bytes],
    );
  }
}

const COUNT = `
  WITH counted AS (SELECT type, count(*) AS n, sum(bytes) AS b FROM memories WHERE tenant_id = $1 GROUP BY type),
  kept AS (SELECT type, sum(memories) AS n, sum(bytes) AS b FROM memory_totals WHERE tenant_id = $1 GROUP BY type)
  SELECT type, coalesce(c.n, 0)::float8 AS memories, coalesce(c.b, 0)::float8 AS bytes,
         coalesce(k.n, 0)::float8 AS "keptMemories", coalesce(k.b, 0)::float8 AS "keptBytes"
    FROM counted c FULL JOIN kept k USING (type) ORDER BY type`;
