import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * - `embedding_models`: which models this database has vectors of, and how far a change of the model is. Every process
 *   reads it once a second; it holds nothing of a tenant.
 * - `model_replicas`: the processes that serve, while a model is being changed: what each has loaded and what it searches.
 */
export class EmbeddingModels1763809002000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE embedding_models (
        id text NOT NULL,
        name text NOT NULL,
        dimensions integer NOT NULL,
        state text NOT NULL,
        since timestamptz NOT NULL DEFAULT now(),
        queued_tenant text,
        queued_memory uuid,
        queued_all_at timestamptz,
        queued bigint NOT NULL DEFAULT 0,
        CONSTRAINT embedding_models_pk PRIMARY KEY (id),
        CONSTRAINT embedding_models_state CHECK (state IN ('current', 'building', 'leaving', 'dropping', 'retired'))
      )`);
    await db.query(
      `CREATE UNIQUE INDEX embedding_models_active ON embedding_models (state) WHERE state IN ('current', 'building')`,
    );
    await db.query(`
      CREATE TABLE model_replicas (
        id uuid NOT NULL,
        seen_at timestamptz NOT NULL,
        searches text,
        loaded text[] NOT NULL,
        problem text,
        CONSTRAINT model_replicas_pk PRIMARY KEY (id)
      )`);
    await db.query('GRANT SELECT, INSERT, UPDATE, DELETE ON embedding_models, model_replicas TO mneme_app');
    await adoptModel(db);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE model_replicas, embedding_models');
  }
}

/** An index from before this table goes on under its model. */
async function adoptModel(db: QueryRunner): Promise<void> {
  const [table] = (await db.query(`SELECT to_regclass('public.vector_models') AS name`)) as { name: string | null }[];
  if (table === undefined || table.name === null) return;
  await db.query(`
    INSERT INTO embedding_models (id, name, dimensions, state)
    SELECT id, regexp_replace(id, '@[^@]*$', ''), dimensions, 'current' FROM vector_models`);
}
