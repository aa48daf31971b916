import { Injectable } from '@nestjs/common';
import type { TenantId } from '@mneme/platform/ids';
import type { EntityManager } from 'typeorm';
import { STORED_VERSION } from '../stored-form/feature-rows.js';
import type { IdRange, RangeState } from '../stored-form/packed-chunk.js';

/** A part of a tenant's observations. */
export interface PackedPage extends RangeState {
  readonly packed: Uint8Array;
  /** The lowest id in it; null where it is empty. */
  readonly first: string | null;
}

/** A place in the order of storing: memories may be imported with the time they were stored at elsewhere. */
export interface StoredPlace {
  readonly createdAt: Date;
  readonly id: string;
}

/** Memories stored one after the other. */
export interface PackedPast {
  readonly packed: Uint8Array;
  /** Memories in it, and those read, with features or without. */
  readonly memories: number;
  readonly records: number;
  /** Where it begins; null where it is empty. */
  readonly createdAt: Date | null;
  readonly id: string | null;
}

/** Of a whole tenant, as pattern detection reads it: only rows of this program's version count. */
@Injectable()
export class PackedObservationsRepository {
  /** The newest memories of a range of ids, up to a limit, packed one behind the other. */
  async newest(
    tx: EntityManager,
    tenant: TenantId,
    modelId: string,
    { from, to }: IdRange,
    limit: number,
  ): Promise<PackedPage> {
    const [page] = await tx.query<PackedPage[]>(NEWEST, [tenant, modelId, STORED_VERSION, from, to, limit]);
    return page ?? { memories: 0, digest: '0', packed: new Uint8Array(), first: null };
  }

  /** The newest memories stored before a place, up to a limit, with features or without. */
  async storedBefore(
    tx: EntityManager,
    tenant: TenantId,
    modelId: string,
    { createdAt, id }: StoredPlace,
    limit: number,
  ): Promise<PackedPast> {
    const [past] = await tx.query<PackedPast[]>(PAST, [tenant, modelId, STORED_VERSION, createdAt, id, limit]);
    return past ?? { packed: new Uint8Array(), memories: 0, records: 0, createdAt: null, id: null };
  }

  /** What each of these ranges holds, in their order; one look into an index a range, and none into the rows. */
  async states(
    tx: EntityManager,
    tenant: TenantId,
    modelId: string,
    ranges: readonly IdRange[],
  ): Promise<RangeState[]> {
    const [from, to] = [ranges.map((range) => range.from), ranges.map((range) => range.to)];
    return tx.query<RangeState[]>(STATES, [tenant, modelId, STORED_VERSION, from, to]);
  }
}

/**
 * A sum, so that the order of rows does not matter. The time is in it because features can be computed again of the same
 * version of a memory.
 */
const STATE = `
  count(*)::int AS memories,
  coalesce(sum(hash_record_extended(ROW(memory_id, memory_version, computed_at), 0)), 0)::text AS digest`;

/** $2 model, $3 version of the features, $4 and $5 range, $6 limit, which the planner need not know: it walks the key. */
const NEWEST = `
  SELECT ${STATE}, coalesce(string_agg(packed, ''::bytea), ''::bytea) AS packed,
         (array_agg(memory_id ORDER BY memory_id))[1] AS first
    FROM (SELECT memory_id, memory_version, computed_at, packed FROM memory_features
           WHERE tenant_id = $1 AND model_id = $2 AND features_version = $3 AND memory_id >= $4 AND memory_id < $5
           ORDER BY memory_id DESC LIMIT (SELECT $6::bigint)) AS page`;

/** $2 model, $3 version of the features, $4 and $5 the place, $6 limit, which the planner need not know. Features are looked up memory by memory. */
const PAST = `
  SELECT count(packed)::int AS memories, count(*)::int AS records,
         coalesce(string_agg(packed, ''::bytea), ''::bytea) AS packed,
         min(created_at) AS "createdAt", (array_agg(id ORDER BY created_at, id))[1] AS id
    FROM (SELECT id, created_at FROM memories WHERE tenant_id = $1 AND (created_at, id) < ($4::timestamptz, $5::uuid)
           ORDER BY created_at DESC, id DESC LIMIT (SELECT $6::bigint)) AS page
    LEFT JOIN LATERAL (
      SELECT packed FROM memory_features
       WHERE tenant_id = $1 AND memory_id = page.id AND model_id = $2 AND features_version = $3 OFFSET 0) AS held ON true`;

/** $2 model, $3 version of the features, $4 and $5 where the ranges begin and end. */
const STATES = `
  SELECT held.* FROM unnest($4::uuid[], $5::uuid[]) WITH ORDINALITY AS given (low, high, place)
   CROSS JOIN LATERAL (
     SELECT ${STATE} FROM memory_features
      WHERE tenant_id = $1 AND model_id = $2 AND features_version = $3 AND memory_id >= given.low
        AND memory_id < given.high) AS held
   ORDER BY given.place`;
