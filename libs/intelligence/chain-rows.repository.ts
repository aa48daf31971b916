import { Injectable } from '@nestjs/common';
import type { MemoryFeatures } from '@mneme/analysis';
import type { TenantId } from '@mneme/platform';
import type { EntityManager } from 'typeorm';
import { STORED_VERSION } from './feature-rows.js';

/** A memory, and the version of it whose features are stored; null where there are none. */
export interface StampRow {
  readonly id: string;
  readonly version: number;
  readonly analysed: number | null;
  readonly createdAt: Date;
}

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
  /** Which of these memories there are, and in which version. */
  async stamps(tx: EntityManager, tenant: TenantId, modelId: string, ids: readonly string[]): Promise<StampRow[]> {
    return tx.query<StampRow[]>(STAMPS, [tenant, ids, modelId, STORED_VERSION]);
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

/** $2 ids, $3 model, $4 version of the features. */
const STAMPS = `
  SELECT m.id, m.version, f.memory_version AS analysed, m.created_at AS "createdAt"
    FROM memories m
    LEFT JOIN memory_features f
      ON f.tenant_id = $1 AND f.memory_id = m.id AND f.model_id = $3 AND f.features_version = $4
   WHERE m.tenant_id = $1 AND m.id = ANY ($2::uuid[])`;

/** As above, and $5 characters. */
const ROWS = `
  SELECT m.id, m.version, f.memory_version AS analysed, m.type, left(m.content, $5) AS content, m.importance, m.tags,
         f.features
    FROM memories m
    JOIN memory_features f
      ON f.tenant_id = $1 AND f.memory_id = m.id AND f.model_id = $3 AND f.features_version = $4
   WHERE m.tenant_id = $1 AND m.id = ANY ($2::uuid[])`;
