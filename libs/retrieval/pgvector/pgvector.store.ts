import { Injectable } from '@nestjs/common';
import { TenantDb } from '@mneme/platform/database';
import type { EntityManager } from 'typeorm';
import type { EmbeddingModel } from '../embedding/embedding-model.js';
import { IndexModelError } from '../vector-index/index-model.error.js';
import { PgvectorIndex } from './pgvector.index.js';
import type { PgvectorSlot } from './pgvector.slots.js';
import { VectorStore } from '../vector-index/vector-store.js';

interface ModelRow {
  readonly slot: PgvectorSlot;
  readonly dimensions: number;
}

/** Vectors in the database of the records: one set of tables a model, of which there are two. */
@Injectable()
export class PgvectorStore extends VectorStore {
  readonly name = 'pgvector';
  override readonly inDatabase = true;

  constructor(private readonly db: TenantDb) {
    super();
  }

  async holds(modelId: string): Promise<boolean> {
    return (await this.db.runSystem((tx) => find(tx, modelId))) !== undefined;
  }

  async open(model: EmbeddingModel): Promise<PgvectorIndex> {
    const row = await this.db.runSystem(async (tx) => {
      await tx.query(CLAIM, [model.id, model.dimensions]);
      return find(tx, model.id);
    });
    if (row === undefined) {
      throw new IndexModelError(`There are vectors of two other models already, so ${model.id} has to wait.`);
    }
    if (row.dimensions !== model.dimensions) {
      throw new IndexModelError(
        `The index of ${model.id} holds vectors of ${row.dimensions} numbers, the model makes ${model.dimensions}.`,
      );
    }
    return new PgvectorIndex(this.db, row.slot);
  }

  async drop(modelId: string): Promise<void> {
    await this.db.runSystem(async (tx) => {
      const row = await find(tx, modelId);
      if (row !== undefined) await tx.query(`SELECT mneme_reset_vectors_${row.slot}()`);
    });
  }
}

async function find(tx: EntityManager, modelId: string): Promise<ModelRow | undefined> {
  const [row] = await tx.query<ModelRow[]>('SELECT slot, dimensions FROM vector_models WHERE id = $1', [modelId]);
  return row;
}

/** $1 id, $2 dimensions; changes nothing where the model has a slot or none is free. */
const CLAIM = `
  INSERT INTO vector_models (slot, id, dimensions)
  SELECT slot, $1, $2 FROM (VALUES ('a'), ('b')) AS free (slot)
   WHERE slot NOT IN (SELECT slot FROM vector_models) AND $1 NOT IN (SELECT id FROM vector_models)
   ORDER BY slot LIMIT 1
  ON CONFLICT DO NOTHING`;
