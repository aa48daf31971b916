import { Injectable } from '@nestjs/common';
import type { TenantId } from '@mneme/platform/ids';
import type { EntityManager } from 'typeorm';
import { type FeatureRow, STORED_VERSION } from '../stored-form/feature-rows.js';

/** Those of which the table has an index. */
const INDEXED_BUCKETS = 64;

/** A memory of the sample, in the version whose features are stored. */
export interface SampledMemory {
  readonly memoryId: string;
  readonly version: number;
}

/** Features by tenant, model and memory. Those of another version of the program count in samples only: these take ids. */
@Injectable()
export class MemoryFeaturesRepository {
  /**
   * One statement for all of them. A row is left out where its memory is gone or has changed since: what was made of the
   * newer version is written with that.
   */
  async save(tx: EntityManager, tenant: TenantId, modelId: string, rows: readonly FeatureRow[]): Promise<void> {
    await tx.query(SAVE, [tenant, modelId, JSON.stringify(rows), STORED_VERSION]);
  }

  /** Versions of those of these memories that have features. */
  async versions(
    tx: EntityManager,
    tenant: TenantId,
    modelId: string,
    memoryIds: readonly string[],
  ): Promise<Map<string, number>> {
    const rows = await tx.query<SampledMemory[]>(
      `SELECT memory_id AS "memoryId", memory_version AS version FROM ${EACH_FEATURES}`,
      [tenant, memoryIds, modelId, STORED_VERSION],
    );
    return new Map(rows.map(({ memoryId, version }) => [memoryId, version]));
  }

  /** When what these memories tell of happened. */
  async eventTimes(
    tx: EntityManager,
    tenant: TenantId,
    modelId: string,
    memoryIds: readonly string[],
  ): Promise<Map<string, number>> {
    const rows = await tx.query<{ memoryId: string; eventAt: Date }[]>(
      `SELECT memory_id AS "memoryId", event_at AS "eventAt" FROM ${EACH_FEATURES}`,
      [tenant, memoryIds, modelId, STORED_VERSION],
    );
    return new Map(rows.map(({ memoryId, eventAt }) => [memoryId, eventAt.getTime()]));
  }

  /** Memories of the first of 1,024 buckets, up to limits of both; fewer than 64 are served by an index. */
  async sample(
    tx: EntityManager,
    tenant: TenantId,
    modelId: string,
    buckets: number,
    most: number,
  ): Promise<SampledMemory[]> {
    return tx.query<SampledMemory[]>(sampleOf(buckets), [tenant, modelId, buckets, most]);
  }

  /** What tells a sample from others: the SHA-256, in Base64, of its ids and versions. */
  async sampleStamp(
    tx: EntityManager,
    tenant: TenantId,
    modelId: string,
    buckets: number,
    most: number,
  ): Promise<string> {
    const rows = await tx.query<{ stamp: string }[]>(
      `SELECT encode(sha256(convert_to(coalesce(string_agg("memoryId" || ' ' || version, ';' ORDER BY "memoryId"), ''), 'UTF8')), 'base64') AS stamp
         FROM (${sampleOf(buckets)}) AS sample`,
      [tenant, modelId, buckets, most],
    );
    return rows[0]?.stamp ?? '';
  }
}

/** $2 ids, $3 model, $4 version of the features. Each by its key: for a list of ids a plan may read the tenant from end to end. */
const EACH_FEATURES = `
  unnest($2::uuid[]) AS given (id) CROSS JOIN LATERAL (
    SELECT * FROM memory_features
     WHERE tenant_id = $1 AND memory_id = given.id AND model_id = $3 AND features_version = $4 OFFSET 0) AS features`;

/** $2 model, $3 buckets, $4 how many. */
function sampleOf(buckets: number): string {
  return `
    SELECT memory_id AS "memoryId", memory_version AS version FROM memory_features
     WHERE tenant_id = $1 AND ${buckets < INDEXED_BUCKETS ? `bucket < ${INDEXED_BUCKETS} AND` : ''} bucket < $3
       AND model_id = $2 ORDER BY bucket, event_at, memory_id LIMIT $4`;
}

const ROW = `"memoryId" uuid, version integer, "eventAt" timestamptz, bucket smallint, features json, packed text,
  mentions bigint[]`;

/**
 * $2 model, $3 JSON of rows, $4 version of the features. The records are held, in the order of their ids, so that
 * neither a change nor a deletion comes between. They, and what is no longer mentioned, are looked up row by row: a plan
 * that joins them reads all that the tenant has, or, where the planner's statistics do not know it, joins that with each
 * of the given.
 */
const SAVE = `
  WITH live AS (
    SELECT given.* FROM (SELECT * FROM json_to_recordset($3::json) AS row (${ROW}) ORDER BY "memoryId" OFFSET 0) AS given
     CROSS JOIN LATERAL (
       SELECT FROM memories m WHERE m.tenant_id = $1 AND m.id = given."memoryId" AND m.version = given.version
          FOR SHARE) AS held),
  unmentioned AS (
    DELETE FROM memory_mentions WHERE ctid = ANY (ARRAY(
      SELECT old.ctid FROM live
       CROSS JOIN LATERAL (
         SELECT unnest(mentions) AS mention FROM memory_features
          WHERE tenant_id = $1 AND memory_id = live."memoryId" OFFSET 0) AS was
       CROSS JOIN LATERAL (
         SELECT ctid FROM memory_mentions
          WHERE tenant_id = $1 AND mention = was.mention AND memory_id = live."memoryId" OFFSET 0) AS old
       WHERE was.mention <> ALL (live.mentions)))),
  saved AS (
    INSERT INTO memory_features AS known
      (tenant_id, memory_id, model_id, memory_version, features_version, event_at, bucket, mentions, features, packed)
    SELECT $1, "memoryId", $2, version, $4, "eventAt", bucket, mentions, features, decode(packed, 'base64') FROM live
    ON CONFLICT ON CONSTRAINT memory_features_pk DO UPDATE
      SET memory_version = excluded.memory_version, features_version = excluded.features_version,
          event_at = excluded.event_at, bucket = excluded.bucket, computed_at = excluded.computed_at,
          mentions = excluded.mentions, features = excluded.features, packed = excluded.packed
      WHERE known.memory_version <= excluded.memory_version)
  INSERT INTO memory_mentions (tenant_id, mention, memory_id)
  SELECT $1, unnest(mentions), "memoryId" FROM live
  ON CONFLICT ON CONSTRAINT memory_mentions_pk DO NOTHING`;
