import type { MigrationInterface, QueryRunner } from 'typeorm';

const tenantTables = ['vector_memories', 'vector_points', 'vector_terms'];

/**
 * - `vector_model`: the one model whose vectors these are. The column `embedding` has no fixed dimension, since the
 *   model is a matter of configuration; `PgvectorIndex.prepare` checks.
 * - `vector_memories`: a row a memory, which carries the version and outlives a removal by a day.
 * - `vector_points`: a row a passage. MAIN keeps vectors in the row; out of it, an exact search would fetch each apart.
 * - `vector_terms`: an inverted index. Not GIN on `terms`: the array operators are not leakproof, so under Row-Level
 *   Security no index serves them (measured: a full scan), while equality of integers in a btree is.
 */
export class Pgvector1763700001000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    const [available] = (await db.query(`SELECT FROM pg_available_extensions WHERE name = 'vector'`)) as unknown[];
    if (available === undefined) {
      throw new Error(
        'The database server has no pgvector. Install it there (Debian: postgresql-NN-pgvector), or set QDRANT_URL, and start again.',
      );
    }
    await db.query('CREATE EXTENSION IF NOT EXISTS vector');
    await createModel(db);
    await createMemories(db);
    await createPoints(db);
    for (const table of tenantTables) await confine(db, table);
    await createReset(db);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP FUNCTION mneme_reset_vectors()');
    await db.query('DROP TABLE vector_terms, vector_points, vector_memories, vector_model');
  }
}

async function createModel(db: QueryRunner): Promise<void> {
  await db.query(`
    CREATE TABLE vector_model (
      singleton boolean NOT NULL DEFAULT true,
      id text NOT NULL,
      dimensions integer NOT NULL,
      CONSTRAINT vector_model_pk PRIMARY KEY (singleton),
      CONSTRAINT vector_model_one_row CHECK (singleton)
    )`);
  await db.query('GRANT SELECT, INSERT ON vector_model TO mneme_app');
}

async function createMemories(db: QueryRunner): Promise<void> {
  await db.query(`
    CREATE TABLE vector_memories (
      tenant_id text NOT NULL,
      memory_id uuid NOT NULL,
      version integer NOT NULL,
      removed_at timestamptz,
      CONSTRAINT vector_memories_pk PRIMARY KEY (tenant_id, memory_id)
    )`);
  await db.query(
    'CREATE INDEX vector_memories_removed ON vector_memories (tenant_id, removed_at) WHERE removed_at IS NOT NULL',
  );
}

async function createPoints(db: QueryRunner): Promise<void> {
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
  await db.query(`
    CREATE TABLE vector_terms (
      tenant_id text NOT NULL,
      term integer NOT NULL,
      memory_id uuid NOT NULL,
      passage smallint NOT NULL,
      CONSTRAINT vector_terms_pk PRIMARY KEY (tenant_id, term, memory_id, passage)
    )`);
}

async function confine(db: QueryRunner, table: string): Promise<void> {
  await db.query(`ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`);
  await db.query(`ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`);
  await db.query(
    `CREATE POLICY ${table}_tenant ON ${table} USING (tenant_id = current_setting('app.tenant_id', true))`,
  );
  await db.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ${table} TO mneme_app`);
}

/** The only way to another model: forgets the vectors of all tenants, which their records can make again. */
async function createReset(db: QueryRunner): Promise<void> {
  await db.query(`
    CREATE FUNCTION mneme_reset_vectors() RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = ''
    AS 'TRUNCATE public.vector_model, public.vector_memories, public.vector_points, public.vector_terms'`);
}
