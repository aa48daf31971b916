import { Injectable } from '@nestjs/common';
import { prepared } from '@mneme/platform/database';
import type { TenantId } from '@mneme/platform/ids';
import type { Surroundings } from '@mneme/retrieval';
import type { EntityManager } from 'typeorm';
import { MEMORY_COLUMNS, SEARCH_COLUMNS } from '../storage/memory.columns.js';
import type { MemoryFilter } from '../listing/memory-list.repository.js';
import type { Memory } from '../storage/memory.entity.js';

/** Memory, speaker, previous and next memory, and whether it supersedes any. */
type Around = readonly [string, string | null, string | null, string | null, boolean];

/** The first row has what all surroundings are and no record, each other one a record. */
type Row = (SearchRow | { readonly id: null }) & { readonly around: readonly Around[] | null };

/** Which records are read beside the surroundings, and what of them. */
interface Wanted {
  readonly ids: readonly string[];
  /** With tags, metadata and all. */
  readonly whole: boolean;
  /** A record without these, all or any of them, is left out, regardless of how the index found it. */
  readonly filter: Pick<MemoryFilter, 'tags' | 'tagsMode'>;
}

/** What one look at the records says of candidates. */
interface Read {
  /** A memory without session and speaker is missing. */
  readonly surroundings: Surroundings[];
  /** Whether any of the memories supersedes another one. */
  readonly anySupersedes: boolean;
  /** Those of the wanted ones that are there and carry the tags. */
  readonly records: SearchRow[];
}

/** Who said a memory, and what stands beside it in its session: the order there is createdAt, then id. */
@Injectable()
export class SearchContextRepository {
  /**
   * @param ids of the memories whose surroundings are read
   * @param wanted records that are read with it, to spare another round trip
   */
  async read(tx: EntityManager, tenant: TenantId, ids: readonly string[], wanted: Wanted): Promise<Read> {
    const statement = wanted.whole ? WITH_WHOLE_RECORDS : WITH_SHOWN_RECORDS;
    const rows = await tx.query<Row[]>(statement, [tenant, ids, wanted.ids, ...carried(wanted.filter)]);
    const around = rows.find((row) => row.around !== null)?.around ?? [];
    const surroundings = around.map(([memoryId, speaker, previousId, nextId]) => ({
      memoryId,
      speaker: speaker ?? undefined,
      previousId: previousId ?? undefined,
      nextId: nextId ?? undefined,
    }));
    const anySupersedes = around.some(([, , , , supersedes]) => supersedes);
    return { surroundings, anySupersedes, records: rows.filter((row) => row.id !== null) };
  }
}

/** $4 tags of which a record carries all, $5 tags of which it carries any. */
function carried({ tags, tagsMode }: Wanted['filter']): (readonly string[] | null)[] {
  if (tags === undefined || tags.length === 0) return [null, null];
  return tagsMode === 'any' ? [null, tags] : [tags, null];
}

const beside = (comparison: '<' | '>', order: 'ASC' | 'DESC'): string => `
  CASE WHEN m.session_id IS NOT NULL THEN (
    SELECT n.id FROM memories n
     WHERE n.tenant_id = $1 AND n.session_id = m.session_id AND (n.created_at, n.id) ${comparison} (m.created_at, m.id)
     ORDER BY n.created_at ${order}, n.id ${order} LIMIT 1) END`;

/** Each by its key: for a list of ids a plan may read the tenant from end to end. */
const named = (ids: string): string => `
  (SELECT DISTINCT unnest(${ids}::uuid[]) AS id) AS given
   CROSS JOIN LATERAL (SELECT * FROM memories WHERE tenant_id = $1 AND id = given.id OFFSET 0) AS m`;

/** The surroundings in one value: as rows of their own, each with room for a record, they took twice the time to read. */
const surroundings = (columns: string): string => `
  SELECT s.around, r.*
    FROM (SELECT json_agg(json_build_array(m.id, m.speaker, ${beside('<', 'DESC')}, ${beside('>', 'ASC')},
                                          m.metadata->'supersedes' IS NOT NULL)) AS around
            FROM ${named('$2')}
           WHERE m.session_id IS NOT NULL OR m.speaker IS NOT NULL OR m.metadata->'supersedes' IS NOT NULL) s
    FULL JOIN (SELECT ${columns} FROM ${named('$3')}
                WHERE ($4::text[] IS NULL OR m.tags @> $4) AND ($5::text[] IS NULL OR m.tags && $5)) r ON false`;

/** What of a record decides its place among others. */
const ARRANGING_COLUMNS = `m.speaker, m.metadata->'supersedes' AS supersedes, m.metadata->'occurredAt' AS "occurredAt"`;
const WITH_SHOWN_RECORDS = prepared(
  surroundings(`${SEARCH_COLUMNS}, m.external_id AS "externalId", ${ARRANGING_COLUMNS}`),
);
const WITH_WHOLE_RECORDS = prepared(surroundings(`${MEMORY_COLUMNS}, ${ARRANGING_COLUMNS}`));

/** A record as a search shows it; the rest is there where it was asked for. */
export type SearchRow = Pick<Memory, 'id' | 'content' | 'type' | 'importance' | 'createdAt'> &
  Partial<Pick<Memory, 'tags' | 'metadata' | 'updatedAt' | 'externalId'>> & {
    readonly speaker?: string | null;
    /** As `metadata` has them. */
    readonly supersedes?: unknown;
    readonly occurredAt?: unknown;
  };
