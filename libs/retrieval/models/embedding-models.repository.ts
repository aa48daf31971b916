import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { EmbeddingModel } from './embedding-model.js';

/**
 * - `current`: searched and written. There is always one.
 * - `building`: written, and filled from the records; it becomes current when it has everything.
 * - `leaving`: still written, because some process may search it for another second.
 * - `dropping`: neither; its index is about to be removed.
 * - `retired`: gone. Its name in EMBEDDING_MODEL means the model that replaced it.
 */
export type ModelState = 'current' | 'building' | 'leaving' | 'dropping' | 'retired';

/** A model that this database has, or once had, vectors of. */
export interface KnownModel {
  /** As `EmbeddingModel.id`. */
  readonly id: string;
  /** What EMBEDDING_MODEL would say. */
  readonly name: string;
  readonly state: ModelState;
}

/** Which models there are vectors of. The same for all processes on a database. */
@Injectable()
export class EmbeddingModelsRepository {
  async list(tx: EntityManager): Promise<KnownModel[]> {
    return tx.query<KnownModel[]>('SELECT id, name, state FROM embedding_models');
  }

  /** Makes the first model of a new database its current one; changes nothing where there is one. */
  async claim(tx: EntityManager, name: string, { id, dimensions }: EmbeddingModel): Promise<void> {
    await tx.query(
      `INSERT INTO embedding_models (id, name, dimensions, state) SELECT $1, $2, $3, 'current'
        WHERE NOT EXISTS (SELECT FROM embedding_models WHERE state = 'current') ON CONFLICT DO NOTHING`,
      [id, name, dimensions],
    );
  }
}
