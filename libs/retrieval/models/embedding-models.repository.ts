import { Injectable } from '@nestjs/common';
import type { TenantId } from '@mneme/platform/ids';
import type { EntityManager } from 'typeorm';
import type { EmbeddingModel } from '../embedding/embedding-model.js';
import { modelName } from '../embedding/model-id.js';

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
  /** Where its vectors are: `VectorStore.name`. */
  readonly store: string;
  /** Seconds that a change to it has been under way. */
  readonly age: number;
  /** How far its queueing has come: tenants up to this one, and of this one the memories up to this. */
  readonly queuedTenant: string | null;
  readonly queuedMemory: string | null;
  readonly queuedAll: boolean;
  /** Memories that were queued so far. */
  readonly queued: number;
}

/** Which models there are vectors of, and how far a change from one to another is. The same for all processes. */
@Injectable()
export class EmbeddingModelsRepository {
  async list(tx: EntityManager): Promise<KnownModel[]> {
    return (await tx.query<KnownModel[]>(LIST)).map(named);
  }

  /**
   * Makes the first model of a new database its current one; changes nothing where there is one.
   * @param store as `KnownModel.store`
   */
  async claim(tx: EntityManager, name: string, { id, dimensions }: EmbeddingModel, store: string): Promise<void> {
    await tx.query(
      `INSERT INTO embedding_models (id, name, dimensions, state, store, queued_all_at)
       SELECT $1, $2, $3, 'current', $4, now()
        WHERE NOT EXISTS (SELECT FROM embedding_models WHERE state = 'current') ON CONFLICT DO NOTHING`,
      [id, name, dimensions, store],
    );
  }

  /** The model's index is in this store now. */
  async place(tx: EntityManager, id: string, store: string): Promise<void> {
    await tx.query('UPDATE embedding_models SET store = $2, since = now() WHERE id = $1', [id, store]);
  }

  /** Whether no record was ever stored, by the size of their table: its rows are hidden from sessions without a tenant. */
  async unused(tx: EntityManager): Promise<boolean> {
    const [row] = await tx.query<{ unused: boolean }[]>(
      `SELECT coalesce(pg_relation_size(to_regclass('public.memories')) = 0, true) AS unused`,
    );
    return row?.unused ?? false;
  }

  async forget(tx: EntityManager, id: string): Promise<void> {
    await tx.query('DELETE FROM embedding_models WHERE id = $1', [id]);
  }

  /** @returns whether the change has begun; false where another one is under way */
  async begin(tx: EntityManager, name: string, { id, dimensions }: EmbeddingModel, store: string): Promise<boolean> {
    const rows = await tx.query<unknown[]>(
      `INSERT INTO embedding_models (id, name, dimensions, state, store) SELECT $1, $2, $3, 'building', $4
        WHERE NOT EXISTS (SELECT FROM embedding_models WHERE state IN ('building', 'leaving', 'dropping'))
       ON CONFLICT (id) DO UPDATE
         SET name = excluded.name, store = excluded.store, state = 'building', since = now(), queued_tenant = NULL, queued_memory = NULL,
             queued_all_at = NULL, queued = 0
         WHERE embedding_models.state = 'retired'
       RETURNING id`,
      [id, name, dimensions, store],
    );
    return rows.length > 0;
  }

  /** The row of a model whose records are being queued, held until the transaction ends; undefined where another process has it. */
  async lockUnqueued(tx: EntityManager, id: string): Promise<KnownModel | undefined> {
    const [row] = await tx.query<KnownModel[]>(
      `${LIST} WHERE id = $1 AND state IN ('current', 'building') AND queued_all_at IS NULL FOR UPDATE SKIP LOCKED`,
      [id],
    );
    return row && named(row);
  }

  /** Remembers how far the queueing has come. */
  async advance(tx: EntityManager, id: string, tenant: string, memory: string | null, added: number): Promise<void> {
    await tx.query(
      `UPDATE embedding_models SET queued_tenant = $2, queued_memory = $3, queued = queued + $4 WHERE id = $1`,
      [id, tenant, memory, added],
    );
  }

  /**
   * Takes the name of a tenant that is erased out of where the queueing stands: the tenant before it is done, and what comes
   * after that is queued next.
   * @returns of how many models
   */
  async leave(tx: EntityManager, tenant: TenantId): Promise<number> {
    const [, left] = await tx.query<[unknown[], number]>(
      `UPDATE embedding_models SET queued_memory = NULL, queued_tenant = (
         SELECT max(tenant_id COLLATE "C") FROM tenants WHERE tenant_id COLLATE "C" < $1)
        WHERE queued_tenant = $1`,
      [tenant],
    );
    return left;
  }

  /** How many models' queueing stands at this tenant. */
  async standAt(tx: EntityManager, tenant: TenantId): Promise<number> {
    const [row] = await tx.query<{ models: number }[]>(
      'SELECT count(*)::int AS models FROM embedding_models WHERE queued_tenant = $1',
      [tenant],
    );
    return row?.models ?? 0;
  }

  async queuedAll(tx: EntityManager, id: string): Promise<void> {
    await tx.query(`UPDATE embedding_models SET queued_all_at = now() WHERE id = $1`, [id]);
  }

  /** Looks at all records again from the first on; what is queued stays. */
  async queueAgain(tx: EntityManager, id: string): Promise<void> {
    await tx.query(
      `UPDATE embedding_models SET queued_tenant = NULL, queued_memory = NULL, queued_all_at = NULL, queued = 0 WHERE id = $1`,
      [id],
    );
  }

  /** From here on every process that looks searches with the new model. */
  async switchTo(tx: EntityManager, id: string): Promise<void> {
    const [locked] = await tx.query<unknown[]>(
      `SELECT FROM embedding_models WHERE id = $1 AND state = 'building' FOR UPDATE`,
      [id],
    );
    if (locked === undefined) return;
    await tx.query(`UPDATE embedding_models SET state = 'leaving', since = now() WHERE state = 'current'`);
    await tx.query(`UPDATE embedding_models SET state = 'current', since = now() WHERE id = $1`, [id]);
  }

  /** @returns whether it was in the first state */
  async move(tx: EntityManager, id: string, from: ModelState, to: ModelState): Promise<boolean> {
    const [, moved] = await tx.query<[unknown[], number]>(
      `UPDATE embedding_models SET state = $3, since = now() WHERE id = $1 AND state = $2`,
      [id, from, to],
    );
    return moved > 0;
  }
}

const LIST = `
  SELECT id, name, state, store, extract(epoch FROM now() - since)::float8 AS age, queued_tenant AS "queuedTenant",
         queued_memory AS "queuedMemory", queued_all_at IS NOT NULL AS "queuedAll", queued::float8 AS queued
    FROM embedding_models`;

function named(model: KnownModel): KnownModel {
  return { ...model, name: modelName(model.id, model.name) };
}
