import { Injectable } from '@nestjs/common';
import { prepared, type TenantId } from '@mneme/platform';
import type { Surroundings } from '@mneme/retrieval';
import type { EntityManager } from 'typeorm';
import { MEMORY_COLUMNS, SHOWN_COLUMNS } from './memory-columns.js';
import type { ShownMemory } from './shown-memory.js';

/** Memory, speaker, previous and next memory. */
type Around = readonly [string, string | null, string | null, string | null];

/** The first row has what all surroundings are and no record, each other one a record. */
type Row = (ShownMemory | { readonly id: null }) & { readonly around: readonly Around[] | null };

/** What one look at the records says of candidates. */
interface Read {
  /** A memory without session and speaker is missing. */
  readonly surroundings: Surroundings[];
  /** Those of the wanted ones that are there. */
  readonly records: ShownMemory[];
}

/** Who said a memory, and what stands beside it in its session: the order there is createdAt, then id. */
@Injectable()
export class MemorySurroundingsRepository {
  /**
   * @param wanted those of the memories whose records are read with it, to spare another round trip
   * @param whole whether these are read with tags, metadata and all
   */
  async read(
    tx: EntityManager,
    tenant: TenantId,
    ids: readonly string[],
    wanted: readonly string[],
    whole: boolean,
  ): Promise<Read> {
    const rows = await tx.query<Row[]>(whole ? WITH_WHOLE_RECORDS : WITH_SHOWN_RECORDS, [tenant, ids, wanted]);
    const around = rows.find((row) => row.around !== null)?.around ?? [];
    const surroundings = around.map(([memoryId, speaker, previousId, nextId]) => ({
      memoryId,
      speaker: speaker ?? undefined,
      previousId: previousId ?? undefined,
      nextId: nextId ?? undefined,
    }));
    return { surroundings, records: rows.filter((row) => row.id !== null) };
  }
}

const beside = (comparison: '<' | '>', order: 'ASC' | 'DESC'): string => `
  CASE WHEN m.session_id IS NOT NULL THEN (
    SELECT n.id FROM memories n
     WHERE n.tenant_id = $1 AND n.session_id = m.session_id AND (n.created_at, n.id) ${comparison} (m.created_at, m.id)
     ORDER BY n.created_at ${order}, n.id ${order} LIMIT 1) END`;

/** The surroundings in one value: as rows of their own, each with room for a record, they took twice the time to read. */
const surroundings = (columns: string): string => `
  SELECT s.around, r.*
    FROM (SELECT json_agg(json_build_array(m.id, m.speaker, ${beside('<', 'DESC')}, ${beside('>', 'ASC')})) AS around
            FROM memories m
           WHERE m.tenant_id = $1 AND m.id = ANY ($2::uuid[])
             AND (m.session_id IS NOT NULL OR m.speaker IS NOT NULL)) s
    FULL JOIN (SELECT ${columns} FROM memories m WHERE m.tenant_id = $1 AND m.id = ANY ($3::uuid[])) r ON false`;

const WITH_SHOWN_RECORDS = prepared(surroundings(SHOWN_COLUMNS));
const WITH_WHOLE_RECORDS = prepared(surroundings(MEMORY_COLUMNS));
