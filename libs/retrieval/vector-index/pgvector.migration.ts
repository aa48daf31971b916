import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * vector_memories: one row a memory, which carries the version (and outlives a removal for a day);
 * vector_points: one row a passage; vector_model: the one model whose vectors these are.
 *
 * The column `embedding` has no fixed dimension, since the model is a matter of configuration: `prepare` checks it.
 * MAIN keeps vectors in the row: in TOAST an exact search reads each of them by an index of its own.
 * Term ids are mixed with the tenant before they are stored (tenant-terms.ts), so one tenant's
 * posting lists hold no other tenant's rows.
 */
export class PgvectorMigration implements MigrationInterface {
  readonly name = 'Pgvector1763700000000';

  async up(db: QueryRunner): Promise<void> {
    await db.query('CREATE EXTENSION IF NOT EXISTS vector');
    await db.query(`
      CREATE TABLE vector_model (
        singleton boolean NOT NULL DEFAULT true,
        id text NOT NULL,
        dimensions integer NOT NULL,
        CONSTRAINT vector_model_pk PRIMARY KEY (singleton),
        CONSTRAINT vector_model_one_row CHECK (singleton)
      )`);
    await db.query(`
      CREATE TABLE vector_memories (
        tenant_id text NOT NULL,
        memory_id uuid NOT NULL,
        version integer NOT NULL,
        removed_at timestamptz,
        CONSTRAINT vector_memories_pk PRIMARY KEY (tenant_id, memory_id)
      )`);
    await db.query(`CREATE INDEX vector_memories_removed ON vector_memories (tenant_id, removed_at) WHERE removed_at IS NOT NULL`);
    await db.query(`
      CREATE TABLE vector_points (
        tenant_id text NOT NULL,
        memory_id uuid NOT NULL,
        passage smallint NOT NULL,
        start_offset integer NOT NULL,
        end_offset integer NOT NULL,
        type text NOT NULL,
        tags text[] NOT NULL,
        created_at timestamptz NOT NULL,
        terms integer[] NOT NULL,
        embedding vector NOT NULL,
        CONSTRAINT vector_points_pk PRIMARY KEY (tenant_id, memory_id, passage)
      )`);
    await db.query('ALTER TABLE vector_points ALTER COLUMN embedding SET STORAGE MAIN');
    await db.query('CREATE INDEX vector_points_terms ON vector_points USING gin (terms)');
    for (const table of ['vector_memories', 'vector_points']) {
      await db.query(`ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`);
      await db.query(`ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`);
      await db.query(`CREATE POLICY ${table}_tenant ON ${table} USING (tenant_id = current_setting('app.tenant_id', true))`);
      await db.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ${table} TO mneme_app`);
    }
    await db.query('GRANT SELECT, INSERT ON vector_model TO mneme_app');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE vector_points, vector_memories, vector_model');
  }
}
