/**
 * The statements of PgvectorIndex, on the tables of slot `a`. `$1` is always the tenant: Row-Level Security confines each statement anyway,
 * and naming the tenant lets the planner begin with its part of the index.
 */

/** $2 ids, $3 versions; returns the memories to (re)write and whether they have older points. */
export const claimMemories = `
  INSERT INTO vector_memories AS known (tenant_id, memory_id, version)
  SELECT $1, id, version FROM unnest($2::uuid[], $3::integer[]) AS given (id, version) ORDER BY id
  ON CONFLICT (tenant_id, memory_id) DO UPDATE SET version = excluded.version
    WHERE known.removed_at IS NULL AND known.version <= excluded.version
  RETURNING memory_id AS "memoryId", xmax <> 0 AS replaced`;

/** $2 ids. Terms are looked up one by one: a plan that joins them may read all that the tenant has. They never change. */
export const deletePoints = `
  WITH gone AS (
    DELETE FROM vector_points WHERE tenant_id = $1 AND memory_id = ANY ($2::uuid[])
    RETURNING memory_id, passage, terms
  )
  DELETE FROM vector_terms WHERE ctid = ANY (ARRAY(
    SELECT old.ctid FROM (SELECT memory_id, passage, unnest(terms) AS term FROM gone) AS listed
     CROSS JOIN LATERAL (
       SELECT ctid FROM vector_terms
        WHERE tenant_id = $1 AND term = listed.term AND memory_id = listed.memory_id AND passage = listed.passage
       OFFSET 0) AS old))`;

/** What the binary form of an array of vectors names its elements by. */
export const vectorType = `SELECT 'vector'::regtype::oid::integer AS type`;

/** $2.. one array a column; tags and attributes as JSON and terms as text, because arrays of arrays must not be ragged. */
export const insertPoints = `
  WITH added AS (
    INSERT INTO vector_points
      (tenant_id, memory_id, passage, start_offset, end_offset, type, tags, created_at, attributes, occurred_at,
       expires_at, terms, embedding)
    SELECT $1, id, passage, first, beyond, type, ARRAY(SELECT json_array_elements_text(tags::json)), created,
           ARRAY(SELECT json_array_elements_text(attributes::json)), occurred, expires, terms::integer[], embedding
      FROM unnest($2::uuid[], $3::smallint[], $4::integer[], $5::integer[], $6::text[], $7::text[], $8::timestamptz[],
                  $9::text[], $10::timestamptz[], $11::timestamptz[], $12::text[], $13::vector[])
        AS given (id, passage, first, beyond, type, tags, created, attributes, occurred, expires, terms, embedding)
    RETURNING memory_id, passage, terms
  )
  INSERT INTO vector_terms (tenant_id, term, memory_id, passage)
  SELECT $1, unnest(terms), memory_id, passage FROM added`;

/** $2 ids; also for memories never seen, whose first upsert may still be on its way. */
export const markRemoved = `
  INSERT INTO vector_memories (tenant_id, memory_id, version, removed_at)
  SELECT $1, id, 0, now() FROM unnest($2::uuid[]) AS given (id) ORDER BY id
  ON CONFLICT (tenant_id, memory_id) DO UPDATE SET removed_at = now()`;

export const forgetRemoved = `
  DELETE FROM vector_memories WHERE tenant_id = $1 AND removed_at < now() - interval '1 day'`;

const FIRST_GROUP = 15;
/** Two megabytes of ids. Where more have expired and are still there, the records keep the rest from being shown. */
const MOST_EXPIRED = 50_000;

/** A point without attributes or event time is of an earlier release, and passes. @param groups of attributes */
const filter = (groups: number): string => `
      AND ($7::text IS NULL OR point.type = $7)
      AND ($8::text[] IS NULL OR point.tags @> $8)
      AND ($9::text[] IS NULL OR point.tags && $9)
      AND ($10::timestamptz IS NULL OR point.created_at >= $10)
      AND ($11::timestamptz IS NULL OR point.created_at <= $11)
      AND (point.occurred_at < $12::timestamptz) IS NOT TRUE
      AND (point.occurred_at > $13::timestamptz) IS NOT TRUE
      ${Array.from({ length: groups }, hasOneOf).join(' ')}`;

function hasOneOf(_: unknown, group: number): string {
  return `AND (point.attributes && $${FIRST_GROUP + group}::text[]) IS NOT FALSE`;
}

/**
 * $2 vector or null, $3 and $4 ids and weights of all terms, $5 ids of the terms whose postings are read, $6 candidates a
 * channel, $7..$13 filter, $14 whether there is a filter at all, $15.. groups of attributes. Returns every passage of
 * every candidate.
 *
 * What has expired is read once from an index of its own: mostly nothing. A look at the last columns of 20,000 rows would
 * take 5 ms, one at the row of each posting more. The limit keeps the planner hashing it, whatever it believes of the tenant.
 *
 * Vectors have unit length, so the inner product is the cosine. A memory has at most 16 passages, hence the factor.
 */
export const searchPoints = (groups: number): string => `
  WITH query AS MATERIALIZED (
    SELECT term, weight FROM unnest($3::integer[], $4::double precision[]) AS given (term, weight)
  ), expired AS MATERIALIZED (
    SELECT memory_id FROM vector_points WHERE tenant_id = $1 AND expires_at <= now() LIMIT ${MOST_EXPIRED}
  ), dense AS (
    SELECT memory_id FROM (
      SELECT memory_id, embedding <#> $2::vector AS distance FROM vector_points AS point
       WHERE tenant_id = $1 AND $2::vector IS NOT NULL
         AND memory_id NOT IN (SELECT memory_id FROM expired) ${filter(groups)}
       ORDER BY distance, memory_id LIMIT 16 * $6::integer
    ) AS nearest
    GROUP BY memory_id ORDER BY min(distance), memory_id LIMIT $6::integer
  ), lexical AS (
    SELECT memory_id FROM (
      SELECT memory_id, sum(weight) AS covered FROM vector_terms AS posting JOIN query USING (term)
       WHERE tenant_id = $1 AND term = ANY ($5::integer[])
         AND memory_id NOT IN (SELECT memory_id FROM expired)
         AND (NOT $14::boolean OR EXISTS (
           SELECT FROM vector_points AS point
            WHERE point.tenant_id = $1 AND point.memory_id = posting.memory_id AND point.passage = posting.passage ${filter(groups)}))
       GROUP BY memory_id, passage ORDER BY covered DESC, memory_id LIMIT 16 * $6::integer
    ) AS covering
    GROUP BY memory_id ORDER BY max(covered) DESC, memory_id LIMIT $6::integer
  ), candidate AS MATERIALIZED (
    SELECT memory_id AS id FROM dense UNION SELECT memory_id FROM lexical
  )
  SELECT memory_id AS "memoryId", passage, start_offset AS start, end_offset AS end,
         coalesce(-(embedding <#> $2::vector), 0) AS cosine,
         (SELECT coalesce(sum(weight), 0) FROM unnest(terms) AS held (term) JOIN query USING (term)) AS covered
    FROM candidate
   CROSS JOIN LATERAL (SELECT * FROM vector_points WHERE tenant_id = $1 AND memory_id = candidate.id OFFSET 0) AS point`;

/** $2 ids. pgvector's binary form: four bytes that say how long it is, then each number as a big-endian 32-bit float. */
export const readVectors = `
  SELECT memory_id AS "memoryId", vector_send(embedding) AS vector
    FROM (SELECT DISTINCT unnest($2::uuid[]) AS id) AS given
   CROSS JOIN LATERAL (SELECT * FROM vector_points WHERE tenant_id = $1 AND memory_id = given.id OFFSET 0) AS point
   ORDER BY memory_id, passage`;

const VERSION = `
      SELECT version FROM vector_memories AS m WHERE m.tenant_id = $1 AND m.memory_id = vector_points.memory_id`;

/** All that is kept of points, record after record in one value: as rows they take the driver's parser five times as long. */
const packed = (points: string): string => `
  SELECT coalesce(string_agg(record_send(point), ''), '') AS points FROM (
    SELECT memory_id, coalesce((${VERSION}), 0) AS version, passage, start_offset, end_offset, created_at, occurred_at, expires_at, type, tags, attributes,
           terms, embedding
      FROM vector_points WHERE tenant_id = $1 AND ${points}
  ) AS point`;

/** $2 the memory after which the page begins, $3 how many points. */
export const packedPage = packed('memory_id > $2 ORDER BY memory_id, passage LIMIT $3');

/** $2 ids. */
export const packedPoints = packed('memory_id = ANY ($2::uuid[]) ORDER BY memory_id, passage');

/** $2 terms. */
export const countTerms = `
  SELECT term, count(*)::integer AS frequency FROM vector_terms
   WHERE tenant_id = $1 AND term = ANY ($2::integer[]) GROUP BY term`;

/** $2 terms; one look into the index for each, however often it occurs. */
export const heldTerms = `
  SELECT given.term FROM unnest($2::integer[]) AS given (term)
   CROSS JOIN LATERAL (SELECT FROM vector_terms WHERE tenant_id = $1 AND term = given.term LIMIT 1) AS held`;

export const countPoints = 'SELECT count(*)::integer AS points FROM vector_points WHERE tenant_id = $1';

export const countMemories = `
  SELECT count(*)::integer AS memories FROM vector_memories WHERE tenant_id = $1 AND removed_at IS NULL`;

/** Some of the tenant's memories, $2 at most, removed ones too; returns those that are to lose their points. */
export const eraseMemories = `
  DELETE FROM vector_memories WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM vector_memories WHERE tenant_id = $1 ORDER BY memory_id LIMIT (SELECT $2::bigint)))
  RETURNING memory_id AS "memoryId"`;

/** Points and terms of no memory. $2 at most of each. */
export const erasePoints = `
  DELETE FROM vector_points WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM vector_points WHERE tenant_id = $1 ORDER BY memory_id LIMIT (SELECT $2::bigint)))`;

export const eraseTerms = `
  DELETE FROM vector_terms WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM vector_terms WHERE tenant_id = $1 ORDER BY term LIMIT (SELECT $2::bigint)))`;

export const countEntries = `
  SELECT (SELECT count(*) FROM vector_memories WHERE tenant_id = $1)::float8
         + (SELECT count(*) FROM vector_points WHERE tenant_id = $1)
         + (SELECT count(*) FROM vector_terms WHERE tenant_id = $1) AS entries`;
