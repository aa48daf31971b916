import { newUuid, type TenantId } from '@mneme/platform/ids';
import type { EntityManager } from 'typeorm';
import {
  featureRows,
  type FeatureDocument,
  type FeatureRow,
} from '../../../libs/intelligence/stored-form/feature-rows.js';

const DIMENSIONS = 16;

export function sampleDocument(changes: Partial<FeatureDocument> = {}): FeatureDocument {
  return {
    id: newUuid(),
    version: 1,
    content: 'Bought the Bandeira from Eyvindur on Tuesday',
    type: 'episodic',
    importance: 0.5,
    tags: ['boat'],
    metadata: {},
    createdAt: new Date('2026-01-06T10:00:00Z'),
    ...changes,
  };
}

/** What is stored of these. */
export function sampleRows(documents: readonly FeatureDocument[]): FeatureRow[] {
  return featureRows({ documents, vectors: new Float32Array(documents.length * DIMENSIONS).fill(0.25) });
}

/** The record of a document. */
export async function insertRecord(tx: EntityManager, tenant: TenantId, document: FeatureDocument): Promise<void> {
  const { id, version, content, type, importance, tags, metadata, createdAt } = document;
  await tx.query(
    `INSERT INTO memories
       (tenant_id, id, content, type, importance, tags, metadata, bytes, version, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, 1, $8, $9, $9)`,
    [tenant, id, content, type, importance, tags, JSON.stringify(metadata), version, createdAt],
  );
}
