import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { prepared } from '@mneme/platform/database';
import { formatId, type TenantId } from '@mneme/platform/ids';
import { INDEX_LEASE_MS } from './index-queue.repository.js';
import { MEMORY_COLUMNS } from './memory.columns.js';
import type { Memory } from './memory.entity.js';
import { successorOf, supersedesAttribute } from './supersessions.js';

/** Counts that a whole tenant shares are spread over several rows, so that its writers rarely wait for each other. */
const TOTAL_SLOTS = 8;

/** Writes and reads single records. Each write is one statement: record, tags, kept totals, index queue. */
@Injectable()
export class MemoriesRepository {
  /** One a transaction: two that take several in different orders would wait for each other. */
  private readonly slots = new WeakMap<EntityManager, number>();

  /**
   * Stores memories; one whose external id the tenant already has is left out.
   * @returns the ids that were stored
   */
  async insert(tx: EntityManager, tenant: TenantId, memories: readonly Memory[]): Promise<Set<string>> {
    const rows = await tx.query<{ id: string }[]>(INSERT, [
      tenant,
      JSON.stringify(memories),
      this.slotOf(tx),
      INDEX_LEASE_MS,
    ]);
    return new Set(rows.map((row) => row.id));
  }

  async find(tx: EntityManager, tenant: TenantId, id: string): Promise<Memory | undefined> {
    const [memory] = await tx.query<Memory[]>(FIND, [tenant, id]);
    return memory;
  }

  /** The record, with the UUID of the latest memory that supersedes it. */
  async findWithSuccessor(
    tx: EntityManager,
    tenant: TenantId,
    id: string,
  ): Promise<(Memory & { readonly successorId: string | null }) | undefined> {
    const parameters = [tenant, id, supersedesAttribute(formatId('mem', id))];
    const [memory] = await tx.query<(Memory & { readonly successorId: string | null })[]>(
      FIND_WITH_SUCCESSOR,
      parameters,
    );
    return memory;
  }

  async findNamed(tx: EntityManager, tenant: TenantId, externalId: string): Promise<Memory | undefined> {
    const [memory] = await tx.query<Memory[]>(FIND_NAMED, [tenant, externalId]);
    return memory;
  }

  /** The record, held against other writers until the transaction ends. */
  async lock(tx: EntityManager, tenant: TenantId, id: string): Promise<Memory | undefined> {
    const [memory] = await tx.query<Memory[]>(`${FIND} FOR UPDATE`, [tenant, id]);
    return memory;
  }

  /** The records with these external ids, held until the transaction ends, in an order that all writers share. */
  async lockNamed(tx: EntityManager, tenant: TenantId, externalIds: readonly string[]): Promise<LockedRecord[]> {
    return tx.query<LockedRecord[]>(LOCK_NAMED, [tenant, externalIds]);
  }

  /** Those of these records that are there, held until the transaction ends, in the order of their ids. */
  async lockMany(tx: EntityManager, tenant: TenantId, ids: readonly string[]): Promise<LockedRecord[]> {
    return tx.query<LockedRecord[]>(LOCK_MANY, [tenant, ids]);
  }

  /** Whether the tenant has memories whose time is over and that are still stored. */
  async hasExpired(tx: EntityManager, tenant: TenantId): Promise<boolean> {
    const rows = await tx.query<unknown[]>(
      'SELECT 1 AS one FROM memory_expiries WHERE tenant_id = $1 AND expires_at <= now() ORDER BY expires_at LIMIT 1',
      [tenant],
    );
    return rows.length > 0;
  }

  /** Held until the transaction ends, so that what the tenant's memories name in `metadata.supersedes` changes one by one. */
  async lockLinks(tx: EntityManager, tenant: TenantId): Promise<void> {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('supersedes ' || $1, 0))`, [tenant]);
  }

  /** From now on this transaction sees memories whose time is over, too: to delete them. */
  async showExpired(tx: EntityManager): Promise<void> {
    await tx.query('SELECT mneme_show_expired()');
  }

  /** The latest memory that supersedes each of these, by the ids of these; without those that none supersedes. */
  async successors(
    tx: EntityManager,
    tenant: TenantId,
    memories: readonly Pick<Memory, 'id'>[],
  ): Promise<Map<string, string>> {
    const ids = memories.map(({ id }) => id);
    const names = ids.map((id) => supersedesAttribute(formatId('mem', id)));
    const rows = await tx.query<{ id: string; successorId: string | null }[]>(SUCCESSORS, [tenant, ids, names]);
    return new Map(rows.flatMap(({ id, successorId }) => (successorId === null ? [] : [[id, successorId] as const])));
  }

  /** Also where expired ones are seen, without these. */
  async findMany(tx: EntityManager, tenant: TenantId, ids: readonly string[]): Promise<Memory[]> {
    return tx.query<Memory[]>(FIND_MANY, [tenant, ids]);
  }

  /** The ids of the memories that have these external ids; also where expired ones are seen, without these. */
  async idsOf(tx: EntityManager, tenant: TenantId, externalIds: readonly string[]): Promise<Map<string, string>> {
    if (externalIds.length === 0) return new Map();
    const rows = await tx.query<{ name: string; id: string }[]>(
      `SELECT given.name, m.id FROM (SELECT DISTINCT unnest($2::text[]) AS name) AS given CROSS JOIN LATERAL (
         SELECT id FROM memories
          WHERE tenant_id = $1 AND external_id = given.name AND (expires_at IS NULL OR expires_at > now()) OFFSET 0) AS m`,
      [tenant, externalIds],
    );
    return new Map(rows.map(({ name, id }) => [name, id]));
  }

  /**
   * Keeps what the records were before.
   * @param changes of records that this transaction has locked
   * @param versions how many earlier ones of each are kept
   */
  async update(tx: EntityManager, tenant: TenantId, changes: readonly RecordChange[], versions: number): Promise<void> {
    const records = changes.map(({ before, after }) => Object.assign({}, after, { grown: after.bytes - before.bytes }));
    await tx.query(UPDATE, [tenant, JSON.stringify(records), this.slotOf(tx), INDEX_LEASE_MS, versions]);
  }

  /** @param memories that this transaction has locked */
  async delete(tx: EntityManager, tenant: TenantId, memories: readonly DeletedRecord[]): Promise<void> {
    const gone = memories.map(({ id, version, type, bytes }) => ({ id, version: version + 1, type, bytes }));
    await tx.query(DELETE, [tenant, JSON.stringify(gone), this.slotOf(tx), INDEX_LEASE_MS]);
  }

  private slotOf(tx: EntityManager): number {
    const slot = this.slots.get(tx) ?? Math.floor(Math.random() * TOTAL_SLOTS);
    this.slots.set(tx, slot);
    return slot;
  }
}

export interface RecordChange {
  readonly before: Memory;
  /** One version on. */
  readonly after: Memory;
}

/** A record, and whether its time is over: seen only where the transaction shows expired ones. */
export type LockedRecord = Memory & { readonly isExpired: boolean | null };

/** What has to be known of a record to delete it. */
export type DeletedRecord = Pick<Memory, 'id' | 'version' | 'type' | 'bytes'>;

const FIND = prepared(`SELECT ${MEMORY_COLUMNS} FROM memories m WHERE m.tenant_id = $1 AND m.id = $2`);

/** Without lists: a plan for all of them would cost more than one each time, and be made again each time. */
const FIND_WITH_SUCCESSOR = prepared(
  `SELECT ${MEMORY_COLUMNS}, ${successorOf('m', '$3::text')} AS "successorId"
     FROM memories m WHERE m.tenant_id = $1 AND m.id = $2`,
);

const FIND_NAMED = prepared(`SELECT ${MEMORY_COLUMNS} FROM memories m WHERE m.tenant_id = $1 AND m.external_id = $2`);

/** Each by its key: for a list of ids a plan may read the tenant from end to end. */
const FIND_MANY = prepared(
  `SELECT ${MEMORY_COLUMNS} FROM (SELECT DISTINCT unnest($2::uuid[]) AS id) AS given
     CROSS JOIN LATERAL (
       SELECT * FROM memories
        WHERE tenant_id = $1 AND id = given.id AND (expires_at IS NULL OR expires_at > now()) OFFSET 0) AS m`,
);

/** Locked one after the other in the order of their names. */
const LOCK_NAMED = `
  SELECT ${MEMORY_COLUMNS}, m.expires_at <= now() AS "isExpired"
    FROM (SELECT DISTINCT unnest($2::text[]) AS name ORDER BY name) AS given
   CROSS JOIN LATERAL (
     SELECT * FROM memories WHERE tenant_id = $1 AND external_id = given.name OFFSET 0 FOR UPDATE) AS m`;

const SUCCESSORS = prepared(`
  SELECT m.id, ${successorOf('m', 'given.attribute')} AS "successorId"
    FROM unnest($2::uuid[], $3::text[]) AS given (id, attribute)
   CROSS JOIN LATERAL (SELECT * FROM memories WHERE tenant_id = $1 AND id = given.id OFFSET 0) AS m`);

const LOCK_MANY = `
  SELECT ${MEMORY_COLUMNS}, m.expires_at <= now() AS "isExpired"
    FROM (SELECT DISTINCT unnest($2::uuid[]) AS id ORDER BY id) AS given
   CROSS JOIN LATERAL (SELECT * FROM memories WHERE tenant_id = $1 AND id = given.id OFFSET 0 FOR UPDATE) AS m`;

const RECORD = `id uuid, content text, type text, importance float8, tags text[], metadata json, "externalId" text,
  bytes integer, version integer, "createdAt" timestamptz, "updatedAt" timestamptz, "occurredAt" timestamptz,
  "expiresAt" timestamptz, "writtenBy" text`;

/** In the future by the database's clock as well: row security takes no row that it would hide. */
const EXPIRES_AT = `CASE WHEN "expiresAt" IS NOT NULL THEN greatest("expiresAt", now() + interval '1 millisecond') END`;

const ADD_TO_TOTALS = `ON CONFLICT ON CONSTRAINT memory_totals_pk DO UPDATE
  SET memories = memory_totals.memories + excluded.memories, bytes = memory_totals.bytes + excluded.bytes`;

/** Normally one; two while one takes over from the other. */
const WRITTEN_MODELS = `(SELECT id FROM embedding_models WHERE state IN ('current', 'building', 'leaving')) AS m`;

const QUEUE_AGAIN = `ON CONFLICT ON CONSTRAINT index_queue_pk DO UPDATE
  SET version = excluded.version, due_at = excluded.due_at, queued_at = now(), attempts = 0, last_error = NULL,
      dead_at = NULL`;

const LEASE_END = (parameter: string): string => `now() + ${parameter}::integer * interval '1 millisecond'`;

/**
 * In the order of their external ids: two batches that have the same ones in other orders would wait for each other.
 * PostgreSQL keeps the ORDER BY of an INSERT's SELECT in every plan, and inserts the rows one by one as they come.
 */
const INSERT = `
  WITH stored AS (
    INSERT INTO memories (tenant_id, id, content, type, importance, tags, metadata, external_id, bytes, version, created_at,
                          updated_at, occurred_at, expires_at, written_by)
    SELECT $1, id, content, type, importance, tags, metadata, "externalId", bytes, version, "createdAt",
           "updatedAt", "occurredAt", ${EXPIRES_AT}, "writtenBy"
      FROM json_to_recordset($2::json) AS record(${RECORD})
     ORDER BY "externalId", id
    ON CONFLICT (tenant_id, external_id) WHERE external_id IS NOT NULL DO NOTHING
    RETURNING id, type, tags, bytes, version),
  tagged AS (
    INSERT INTO memory_tags (tenant_id, memory_id, tag) SELECT $1, id, unnest(tags) FROM stored),
  counted AS (
    INSERT INTO memory_totals (tenant_id, type, slot, memories, bytes)
    SELECT $1, type, $3::smallint, count(*), sum(bytes) FROM stored GROUP BY type ORDER BY type ${ADD_TO_TOTALS}),
  queued AS (
    INSERT INTO index_queue (tenant_id, memory_id, model_id, version, due_at)
    SELECT $1, stored.id, m.id, version, ${LEASE_END('$4')} FROM stored CROSS JOIN ${WRITTEN_MODELS})
  SELECT id FROM stored`;

/** $2 JSON of the records, $5 how many earlier versions of each are kept. Rows are looked up one by one. */
const UPDATE = `
  WITH record AS (SELECT * FROM json_to_recordset($2::json) AS record(${RECORD}, grown bigint)),
  kept AS (
    INSERT INTO memory_versions
      (tenant_id, memory_id, version, content, importance, tags, metadata, expires_at, written_by, updated_at)
    SELECT $1, m.id, m.version, m.content, m.importance, m.tags, m.metadata, m.expires_at, m.written_by, m.updated_at
      FROM record CROSS JOIN LATERAL (SELECT * FROM memories WHERE tenant_id = $1 AND id = record.id OFFSET 0) AS m
     WHERE $5::integer > 0
    ON CONFLICT ON CONSTRAINT memory_versions_pk DO NOTHING),
  forgotten AS (
    DELETE FROM memory_versions WHERE ctid = ANY (ARRAY(
      SELECT old.place FROM record CROSS JOIN LATERAL (
        SELECT ctid AS place FROM memory_versions
         WHERE tenant_id = $1 AND memory_id = record.id AND version < record.version - $5::integer OFFSET 0) AS old))),
  stored AS (
    UPDATE memories m
       SET content = r.content, importance = r.importance, tags = r.tags, metadata = r.metadata,
           bytes = r.bytes, version = r.version, updated_at = r."updatedAt", occurred_at = r."occurredAt",
           expires_at = ${EXPIRES_AT}, written_by = r."writtenBy"
      FROM (SELECT record.*, held.place FROM record CROSS JOIN LATERAL (
              SELECT ctid AS place FROM memories WHERE tenant_id = $1 AND id = record.id OFFSET 0) AS held) AS r
     WHERE m.ctid = r.place),
  untagged AS (
    DELETE FROM memory_tags WHERE ctid = ANY (ARRAY(
      SELECT old.place FROM record CROSS JOIN LATERAL (
        SELECT ctid AS place FROM memory_tags
         WHERE tenant_id = $1 AND memory_id = record.id AND tag <> ALL (record.tags) OFFSET 0) AS old))),
  tagged AS (
    INSERT INTO memory_tags (tenant_id, memory_id, tag) SELECT $1, id, unnest(tags) FROM record
    ON CONFLICT ON CONSTRAINT memory_tags_pk DO NOTHING),
  counted AS (
    INSERT INTO memory_totals (tenant_id, type, slot, memories, bytes)
    SELECT $1, type, $3::smallint, 0, sum(grown) FROM record GROUP BY type ORDER BY type ${ADD_TO_TOTALS})
  INSERT INTO index_queue (tenant_id, memory_id, model_id, version, due_at)
  SELECT $1, record.id, m.id, version, ${LEASE_END('$4')} FROM record CROSS JOIN ${WRITTEN_MODELS}
   ORDER BY record.id ${QUEUE_AGAIN}`;

/** $2 JSON of the records. Each is looked up by its key, and what belongs to it by its own. */
const DELETE = `
  WITH given AS (
    SELECT * FROM json_to_recordset($2::json) AS given (id uuid, version integer, type text, bytes bigint)),
  removed AS (DELETE FROM memories m USING (${placesOf('memories', 'id')}) AS held WHERE m.ctid = held.place),
  untagged AS (DELETE FROM memory_tags WHERE ctid = ANY (ARRAY(${placesOf('memory_tags', 'memory_id')}))),
  forgotten AS (DELETE FROM memory_versions WHERE ctid = ANY (ARRAY(${placesOf('memory_versions', 'memory_id')}))),
  counted AS (
    INSERT INTO memory_totals (tenant_id, type, slot, memories, bytes)
    SELECT $1, type, $3::smallint, -count(*), -sum(bytes) FROM given GROUP BY type ORDER BY type ${ADD_TO_TOTALS})
  INSERT INTO index_queue (tenant_id, memory_id, model_id, version, due_at)
  SELECT $1, given.id, m.id, given.version, ${LEASE_END('$4')} FROM given CROSS JOIN ${WRITTEN_MODELS}
   ORDER BY given.id ${QUEUE_AGAIN}`;

function placesOf(table: string, column: string): string {
  return `SELECT row.place FROM given CROSS JOIN LATERAL (
            SELECT ctid AS place FROM ${table} WHERE tenant_id = $1 AND ${column} = given.id OFFSET 0) AS row`;
}
