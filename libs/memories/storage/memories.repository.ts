import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { prepared } from '@mneme/platform/database';
import type { TenantId } from '@mneme/platform/ids';
import { INDEX_LEASE_MS } from './index-queue.repository.js';
import { MEMORY_COLUMNS } from './memory.columns.js';
import type { Memory } from './memory.entity.js';

/** Counts that a whole tenant shares are spread over several rows, so that its writers rarely wait for each other. */
const TOTAL_SLOTS = 8;

/** Writes and reads single records. Each write is one statement: record, tags, kept totals, index queue. */
@Injectable()
export class MemoriesRepository {
  /**
   * Stores memories; one whose external id the tenant already has is left out.
   * @returns the ids that were stored
   */
  async insert(tx: EntityManager, tenant: TenantId, memories: readonly Memory[]): Promise<Set<string>> {
    const rows = await tx.query<{ id: string }[]>(INSERT, [
      tenant,
      JSON.stringify(memories),
      randomSlot(),
      INDEX_LEASE_MS,
    ]);
    return new Set(rows.map((row) => row.id));
  }

  async find(tx: EntityManager, tenant: TenantId, id: string): Promise<Memory | undefined> {
    const [memory] = await tx.query<Memory[]>(FIND, [tenant, id]);
    return memory;
  }

  /** The record, held against other writers until the transaction ends. */
  async lock(tx: EntityManager, tenant: TenantId, id: string): Promise<Memory | undefined> {
    const [memory] = await tx.query<Memory[]>(`${FIND} FOR UPDATE`, [tenant, id]);
    return memory;
  }

  async findMany(tx: EntityManager, tenant: TenantId, ids: readonly string[]): Promise<Memory[]> {
    return tx.query<Memory[]>(FIND_MANY, [tenant, ids]);
  }

  /** Which of these external ids the tenant has. */
  async externalIds(tx: EntityManager, tenant: TenantId, names: readonly string[]): Promise<Set<string>> {
    const rows = await tx.query<{ name: string }[]>(
      `SELECT given.name FROM unnest($2::text[]) AS given (name) CROSS JOIN LATERAL (
         SELECT FROM memories WHERE tenant_id = $1 AND external_id = given.name OFFSET 0) AS m`,
      [tenant, names],
    );
    return new Set(rows.map((row) => row.name));
  }

  /** @param grown bytes that the record has more than before */
  async update(tx: EntityManager, tenant: TenantId, memory: Memory, grown: number): Promise<void> {
    await tx.query(UPDATE, [tenant, JSON.stringify(memory), randomSlot(), INDEX_LEASE_MS, grown]);
  }

  async delete(tx: EntityManager, tenant: TenantId, memory: Memory): Promise<void> {
    const { id, version, type, bytes } = memory;
    await tx.query(DELETE, [tenant, id, version + 1, type, bytes, randomSlot(), INDEX_LEASE_MS]);
  }
}

function randomSlot(): number {
  return Math.floor(Math.random() * TOTAL_SLOTS);
}

const FIND = prepared(`SELECT ${MEMORY_COLUMNS} FROM memories m WHERE m.tenant_id = $1 AND m.id = $2`);

/** Each by its key: for a list of ids a plan may read the tenant from end to end. */
const FIND_MANY = prepared(
  `SELECT ${MEMORY_COLUMNS} FROM (SELECT DISTINCT unnest($2::uuid[]) AS id) AS given
     CROSS JOIN LATERAL (SELECT * FROM memories WHERE tenant_id = $1 AND id = given.id OFFSET 0) AS m`,
);

const RECORD = `id uuid, content text, type text, importance float8, tags text[], metadata json, "externalId" text,
  bytes integer, version integer, "createdAt" timestamptz, "updatedAt" timestamptz`;

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
    INSERT INTO memories (tenant_id, id, content, type, importance, tags, metadata, external_id, bytes, version, created_at, updated_at)
    SELECT $1, id, content, type, importance, tags, metadata, "externalId", bytes, version, "createdAt", "updatedAt"
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

const UPDATE = `
  WITH record AS (SELECT * FROM json_to_record($2::json) AS record(${RECORD})),
  stored AS (
    UPDATE memories m
       SET content = r.content, importance = r.importance, tags = r.tags, metadata = r.metadata,
           bytes = r.bytes, version = r.version, updated_at = r."updatedAt"
      FROM record r WHERE m.tenant_id = $1 AND m.id = r.id),
  untagged AS (
    DELETE FROM memory_tags t USING record r
     WHERE t.tenant_id = $1 AND t.memory_id = r.id AND t.tag <> ALL (r.tags)),
  tagged AS (
    INSERT INTO memory_tags (tenant_id, memory_id, tag) SELECT $1, id, unnest(tags) FROM record
    ON CONFLICT ON CONSTRAINT memory_tags_pk DO NOTHING),
  counted AS (
    INSERT INTO memory_totals (tenant_id, type, slot, memories, bytes)
    SELECT $1, type, $3::smallint, 0, $5::bigint FROM record ${ADD_TO_TOTALS})
  INSERT INTO index_queue (tenant_id, memory_id, model_id, version, due_at)
  SELECT $1, record.id, m.id, version, ${LEASE_END('$4')} FROM record CROSS JOIN ${WRITTEN_MODELS} ${QUEUE_AGAIN}`;

const DELETE = `
  WITH removed AS (DELETE FROM memories WHERE tenant_id = $1 AND id = $2::uuid),
  untagged AS (DELETE FROM memory_tags WHERE tenant_id = $1 AND memory_id = $2::uuid),
  counted AS (
    INSERT INTO memory_totals (tenant_id, type, slot, memories, bytes)
    VALUES ($1, $4::text, $6::smallint, -1, -($5::bigint)) ${ADD_TO_TOTALS})
  INSERT INTO index_queue (tenant_id, memory_id, model_id, version, due_at)
  SELECT $1, $2::uuid, m.id, $3::integer, ${LEASE_END('$7')} FROM ${WRITTEN_MODELS} ${QUEUE_AGAIN}`;
