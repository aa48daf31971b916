import { Injectable } from '@nestjs/common';
import { prepared } from '@mneme/platform/database';
import { formatId, type TenantId } from '@mneme/platform/ids';
import type { IndexStanding, Surroundings } from '@mneme/retrieval';
import type { EntityManager } from 'typeorm';
import { hasChanged, momentParameters } from '../storage/index-changes.repository.js';
import { MEMORY_COLUMNS, SEARCH_COLUMNS } from '../storage/memory.columns.js';
import type { MemoryFilter } from '../listing/memory-filter.js';
import type { Memory } from '../storage/memory.entity.js';
import { successorOf, supersedesAttribute } from '../storage/supersessions.js';

/** By places in the list of ids, from 1: memory, its speaker, and the memory that follows it in the session. */
type Around = readonly [place: number, speaker: string | null, next: number | null];

/** The first row has what all surroundings are and no record, each other one a record. */
type Row = (SearchRow | { readonly id: null }) & {
  readonly around: readonly Around[] | null;
  readonly anySupersedes: boolean | null;
  readonly changed: boolean | null;
};

/** Which records are read beside the surroundings, and what of them. */
interface Wanted {
  readonly ids: readonly string[];
  /** With tags, metadata and all. */
  readonly whole: boolean;
  /** A record that does not meet it is left out, regardless of how the index found it: all that can change is looked at. */
  readonly filter: Pick<MemoryFilter, 'tags' | 'tagsMode' | 'attributes' | 'occurredFrom' | 'occurredTo'>;
  /** Since which the index may have changed. */
  readonly standing?: IndexStanding | undefined;
}

/** What one look at the records says of candidates. */
interface Read {
  /** Neighbours are named only where they are among the memories. One without speaker and such neighbours is missing. */
  readonly surroundings: Surroundings[];
  /** Whether any of the memories supersedes another one. */
  readonly anySupersedes: boolean;
  /** Those of the wanted ones that are there and meet the filter. */
  readonly records: SearchRow[];
  /** Whether the index has changed since the standing. */
  readonly changed: boolean;
}

/** Who said a memory, and what stands beside it in its session: the order there is createdAt, then id. */
@Injectable()
export class SearchContextRepository {
  /**
   * @param ids of the memories whose surroundings are read
   * @param wanted records that are read with it, to spare another round trip
   */
  async read(tx: EntityManager, tenant: TenantId, ids: readonly string[], wanted: Wanted): Promise<Read> {
    const names = wanted.ids.map((id) => supersedesAttribute(formatId('mem', id)));
    const since = wanted.standing && momentParameters(wanted.standing.modelId, wanted.standing.moment);
    const checks = checked(wanted.filter);
    const statement = statementFor(wanted.whole, since !== undefined, checks !== undefined);
    const parameters = [tenant, uuids(ids), uuids(wanted.ids), names, ...(since ?? []), ...(checks ?? [])];
    const rows = await tx.query<Row[]>(statement, parameters);
    const around = rows.find((row) => row.around !== null)?.around ?? [];
    const anySupersedes = rows.some((row) => row.anySupersedes === true);
    const changed = rows.some((row) => row.changed === true);
    const records = rows.filter((row) => row.id !== null);
    return { surroundings: surroundingsOf(ids, around), anySupersedes, changed, records };
  }
}

function surroundingsOf(ids: readonly string[], around: readonly Around[]): Surroundings[] {
  const speakers = new Map(around.map(([place, speaker]) => [place, speaker]));
  const following = new Map(around.map(([place, , next]) => [place, next]));
  const preceding = new Map(around.map(([place, , next]) => [next, place]));
  const idAt = (place: number | null | undefined): string | undefined => ids[(place ?? 0) - 1];
  const places = new Set(around.flatMap(([place, , next]) => [place, next ?? place]));
  return [...places].flatMap((place) => {
    const memoryId = idAt(place);
    if (memoryId === undefined) return [];
    const [previousId, nextId] = [idAt(preceding.get(place)), idAt(following.get(place))];
    return { memoryId, speaker: speakers.get(place) ?? undefined, previousId, nextId };
  });
}

/** PostgreSQL's text of an array: ids need no quotes, which the driver would look for in each. */
function uuids(ids: readonly string[]): string {
  return `{${ids.join(',')}}`;
}

/** What `meets` wants to know; undefined where the filter asks for nothing that can have changed. */
function checked({
  tags,
  tagsMode,
  attributes,
  occurredFrom,
  occurredTo,
}: Wanted['filter']): readonly unknown[] | undefined {
  const carried = tags === undefined || tags.length === 0 ? null : tags;
  const [all, any] = tagsMode === 'any' ? [null, carried] : [carried, null];
  const groups = attributes === undefined || attributes.length === 0 ? null : JSON.stringify(attributes);
  const parameters = [all, any, groups, occurredFrom ?? null, occurredTo ?? null];
  return parameters.some((each) => each !== null) ? parameters : undefined;
}

/** Each by its key: for a list of ids a plan may read the tenant from end to end. */
const GIVEN = `
  unnest($2::uuid[]) WITH ORDINALITY AS given (id, place)
   CROSS JOIN LATERAL (SELECT * FROM memories WHERE tenant_id = $1 AND id = given.id OFFSET 0) AS m`;

/**
 * Speakers of the given memories, and which of them follow each other in a session. Only neighbours among them are wanted,
 * so the one that follows is looked for only where another one of them comes later. To look for both neighbours of each
 * took the database twice as long. OFFSET 0: both uses of "next" would look for it.
 */
const AROUND = `
  SELECT json_agg(json_build_array(place, speaker, next)) FILTER (WHERE speaker IS NOT NULL OR next IS NOT NULL) AS around,
         bool_or(supersedes) AS "anySupersedes"
    FROM (SELECT place, speaker, supersedes,
                 CASE WHEN session_id IS NULL OR later IS NULL THEN NULL
                      WHEN later = (SELECT n.id FROM memories n
                                     WHERE n.tenant_id = $1 AND n.session_id = c.session_id
                                       AND (n.created_at, n.id) > (c.created_at, c.id)
                                     ORDER BY n.created_at, n.id LIMIT 1) THEN later_place END AS next
            FROM (SELECT given.place, m.id, m.session_id, m.speaker, m.created_at,
                         m.metadata->'supersedes' IS NOT NULL AS supersedes,
                         lead(m.id) OVER session AS later, lead(given.place) OVER session AS later_place
                    FROM ${GIVEN}
                   WHERE m.session_id IS NOT NULL OR m.speaker IS NOT NULL OR m.metadata->'supersedes' IS NOT NULL
                  WINDOW session AS (PARTITION BY m.session_id ORDER BY m.created_at, m.id)) AS c
          OFFSET 0) AS beside`;

/** The latest memory that names this one, by its id or external id, as superseded. */
const SUCCESSOR = successorOf('m', 'given.attribute');

/**
 * Tags of which a record carries all, tags of which it carries any, JSON of groups of attributes, of each of which it has
 * one, and when it happened.
 */
const meets = ([all, any, groups, from, to]: readonly string[]): string => `
  (${all}::text[] IS NULL OR m.tags @> ${all}) AND (${any}::text[] IS NULL OR m.tags && ${any})
  AND (${groups}::json IS NULL OR NOT EXISTS (
    SELECT FROM json_array_elements(${groups}) AS wanted (group_of)
     WHERE NOT m.attributes && ARRAY(SELECT json_array_elements_text(wanted.group_of))))
  AND (${from}::timestamptz IS NULL OR coalesce(m.occurred_at, m.created_at) >= ${from})
  AND (${to}::timestamptz IS NULL OR coalesce(m.occurred_at, m.created_at) <= ${to})`;

/**
 * The surroundings in one value: as rows of their own, each with room for a record, they took twice the time to read. What
 * is not asked for is left out, for the database prepares it each time.
 */
function lookFor(columns: string, changes: boolean, filter: boolean): string {
  let last = 4;
  const parameters = (count: number): string[] => Array.from({ length: count }, () => `$${++last}`);
  const changed = changes ? hasChanged(...(parameters(3) as [string, string, string])) : 'NULL::boolean';
  return `
  SELECT s.*, r.*
    FROM (SELECT ${changed} AS changed, a.* FROM (${AROUND}) AS a) AS s
    FULL JOIN (SELECT ${columns}, ${SUCCESSOR} AS "successorId"
                 FROM unnest($3::uuid[], $4::text[]) AS given (id, attribute)
                CROSS JOIN LATERAL (SELECT * FROM memories WHERE tenant_id = $1 AND id = given.id OFFSET 0) AS m
                ${filter ? `WHERE ${meets(parameters(5))}` : ''}) r ON false`;
}

/** What of a record decides its place among others. */
const ARRANGING_COLUMNS = `m.speaker, m.metadata->'supersedes' AS supersedes, m.metadata->'occurredAt' AS "occurredAt"`;
const SHOWN = `${SEARCH_COLUMNS}, m.external_id AS "externalId", ${ARRANGING_COLUMNS}`;
const WHOLE = `${MEMORY_COLUMNS}, ${ARRANGING_COLUMNS}`;

const STATEMENTS = [SHOWN, WHOLE].map((columns) =>
  [false, true].map((changes) => [false, true].map((filter) => prepared(lookFor(columns, changes, filter)))),
);

function statementFor(whole: boolean, changes: boolean, filter: boolean): string {
  return STATEMENTS[Number(whole)]?.[Number(changes)]?.[Number(filter)] ?? '';
}

/** A record as a search shows it; the rest is there where it was asked for. */
export type SearchRow = Pick<Memory, 'id' | 'content' | 'type' | 'importance' | 'createdAt'> &
  Partial<Pick<Memory, 'tags' | 'metadata' | 'updatedAt' | 'externalId' | 'expiresAt'>> & {
    /** UUID of the latest memory that supersedes it. */
    readonly successorId?: string | null;
    readonly speaker?: string | null;
    /** As `metadata` has them. */
    readonly supersedes?: unknown;
    readonly occurredAt?: unknown;
  };
