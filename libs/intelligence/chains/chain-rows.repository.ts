import { Injectable } from '@nestjs/common';
import type { MemoryFeatures } from '@mneme/analysis';
import type { TenantId } from '@mneme/platform/ids';
import type { EntityManager } from 'typeorm';
import { STORED_VERSION } from '../stored-form/feature-rows.js';

/** A memory by its UUID, and the version of it that is known; 0 where none is. */
export interface KnownVersion {
  readonly id: string;
  readonly version: number;
}

/** A memory that is not as it is known, and the version of it whose features are stored; null where there are none. */
export type ChangedRow =
  | { readonly id: string; readonly version: number; readonly analysed: number | null; readonly createdAt: Date }
  /** It is gone. */
  | { readonly id: string; readonly version: null };

/** What of a memory and its features a chain is made of. */
export interface ChainRow {
  readonly id: string;
  readonly version: number;
  readonly analysed: number;
  readonly type: string;
  /** So many characters of it as were asked for, or a few more. */
  readonly content: string;
  readonly importance: number;
  readonly tags: readonly string[];
  readonly features: MemoryFeatures;
}

/** Memories and their features, in one look. */
@Injectable()
export class ChainRowsRepository {
  /**
   * Those of these memories whose version, or that of whose features, is another than the one that is known. The
   * others, which are nearly all, cost the database a look-up and nothing else.
   */
  async changed(
    tx: EntityManager,
    tenant: TenantId,
    modelId: string,
    known: readonly KnownVersion[],
  ): Promise<ChangedRow[]> {
    const ids = known.map(({ id }) => id);
    const versions = known.map(({ version }) => version);
    return tx.query<ChangedRow[]>(CHANGED, [tenant, ids, modelId, STORED_VERSION, versions]);
  }

  /** The beginning of a memory. @param storedBy later ones are not there @returns undefined if there is none */
  async beginning(
    tx: EntityManager,
    tenant: TenantId,
    id: string,
    characters: number,
    storedBy: Date | undefined,
  ): Promise<string | undefined> {
    const rows = await tx.query<{ content: string }[]>(
      `SELECT left(content, $3) AS content FROM memories
        WHERE tenant_id = $1 AND id = $2 AND ($4::timestamptz IS NULL OR created_at <= $4)`,
      [tenant, id, characters, storedBy ?? null],
    );
    return rows[0]?.content;
  }

  /** Without those that have no features. @param characters of the content */
  async rows(
    tx: EntityManager,
    tenant: TenantId,
    modelId: string,
    ids: readonly string[],
    characters: number,
  ): Promise<ChainRow[]> {
    return tx.query<ChainRow[]>(ROWS, [tenant, ids, modelId, STORED_VERSION, characters]);
  }
}

/**
 * $2 ids, $3 model, $4 version of the features, $5 known versions. Looked up row by row: of a tenant that the planner's
 * statistics do not know it expects a handful of rows, and would read all that there are.
 */
const CHANGED = `
  SELECT given.id, m.version, f.memory_version AS analysed, m.created_at AS "createdAt"
    FROM unnest($2::uuid[], $5::integer[]) AS given (id, known)
    LEFT JOIN LATERAL (
      SELECT version, created_at FROM memories WHERE tenant_id = $1 AND id = given.id OFFSET 0) AS m ON true
    LEFT JOIN LATERAL (
      SELECT memory_version FROM memory_features
       WHERE tenant_id = $1 AND memory_id = given.id AND model_id = $3 AND features_version = $4 OFFSET 0) AS f ON true
   WHERE m.version IS DISTINCT FROM given.known OR f.memory_version IS DISTINCT FROM given.known`;

/** $2 ids, $3 model, $4 version of the features, $5 characters. Row by row, as above. */
const ROWS = `
  SELECT m.id, m.version, f.memory_version AS analysed, m.type, left(m.content, $5) AS content, m.importance, m.tags,
         f.features
    FROM (SELECT DISTINCT unnest($2::uuid[]) AS id) AS given
   CROSS JOIN LATERAL (SELECT * FROM memories WHERE tenant_id = $1 AND id = given.id OFFSET 0) AS m
   CROSS JOIN LATERAL (
     SELECT * FROM memory_features
      WHERE tenant_id = $1 AND memory_id = given.id AND model_id = $3 AND features_version = $4 OFFSET 0) AS f`;
