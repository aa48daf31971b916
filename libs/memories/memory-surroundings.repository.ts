import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '@mneme/platform';
import type { Surroundings } from '@mneme/retrieval';
import { MEMORY_COLUMNS } from './memory-columns.js';
import type { Memory } from './memory.entity.js';

/** `id` and all other columns of the record are null where the record was not asked for. */
type Row = (Memory | { readonly id: null }) & {
  readonly memoryId: string;
  readonly speaker: string | null;
  readonly previousId: string | null;
  readonly nextId: string | null;
};

/** What one look at the records says of candidates. */
interface Read {
  /** A memory without session and speaker may be missing. */
  readonly surroundings: Surroundings[];
  /** Those of the wanted ones that are there. */
  readonly records: Memory[];
}

/** Who said a memory, and what stands beside it in its session: the order there is createdAt, then id. */
@Injectable()
export class MemorySurroundingsRepository {
  /** @param wanted those of the memories whose records are read with it, to spare another round trip */
  async read(tx: EntityManager, tenant: TenantId, ids: readonly string[], wanted: readonly string[]): Promise<Read> {
    const rows = await tx.query<Row[]>(SURROUNDINGS, [tenant, ids, wanted]);
    const surroundings = rows.map(({ memoryId, speaker, previousId, nextId }) => ({
      memoryId,
      speaker: speaker ?? undefined,
      previousId: previousId ?? undefined,
      nextId: nextId ?? undefined,
    }));
    return { surroundings, records: rows.filter((row) => row.id !== null) };
  }
}

const beside = (comparison: '<' | '>', order: 'ASC' | 'DESC'): string => `
  (SELECT n.id FROM memories n
    WHERE n.tenant_id = $1 AND n.session_id = m.session_id AND (n.created_at, n.id) ${comparison} (m.created_at, m.id)
    ORDER BY n.created_at ${order}, n.id ${order} LIMIT 1)`;

const SURROUNDINGS = `
  SELECT m.id AS "memoryId", m.speaker, ${beside('<', 'DESC')} AS "previousId", ${beside('>', 'ASC')} AS "nextId", r.*
    FROM memories m
    LEFT JOIN (SELECT ${MEMORY_COLUMNS} FROM memories m WHERE m.tenant_id = $1 AND m.id = ANY ($3::uuid[])) r ON r.id = m.id
   WHERE m.tenant_id = $1 AND m.id = ANY ($2::uuid[])
     AND (m.session_id IS NOT NULL OR m.speaker IS NOT NULL OR r.id IS NOT NULL)`;
