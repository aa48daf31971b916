import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['vector_memories', 'vector_points', 'vector_terms'];

/**
 * A second set of the tables, so that the vectors of a new model grow beside those that are searched. `vector_models`
 * says which model has which set. A set is emptied as a whole, which takes no time and leaves nothing behind.
 */
export class PgvectorSlots1763809001000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE vector_model RENAME TO vector_models');
    await db.query('ALTER TABLE vector_models DROP CONSTRAINT vector_model_one_row, DROP CONSTRAINT vector_model_pk');
    await db.query(`ALTER TABLE vector_models DROP COLUMN singleton, ADD COLUMN slot text NOT NULL DEFAULT 'a'`);
    await db.query(`
      ALTER TABLE vector_models ALTER COLUMN slot DROP DEFAULT,
        ADD CONSTRAINT vector_models_pk PRIMARY KEY (slot),
        ADD CONSTRAINT vector_models_id UNIQUE (id),
        ADD CONSTRAINT vector_models_slot CHECK (slot IN ('a', 'b'))`);
    for (const table of TABLES) await copyTable(db, table);
    await db.query('ALTER TABLE vector_points_b ALTER COLUMN embedding SET STORAGE MAIN');
    await db.query(`CREATE INDEX vector_memories_b_removed ON vector_memories_b (tenant_id, removed_at)
      WHERE removed_at IS NOT NULL`);
    await db.query('DROP FUNCTION mneme_reset_vectors()');
    await createReset(db, 'a', '');
    await createReset(db, 'b', '_b');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP FUNCTION mneme_reset_vectors_a(), mneme_reset_vectors_b()');
    await db.query('DROP TABLE vector_terms_b, vector_points_b, vector_memories_b');
    await db.query(`DELETE FROM vector_models WHERE slot = 'b'`);
    await db.query('ALTER TABLE vector_models DROP COLUMN slot, DROP CONSTRAINT vector_models_id');
    await db.query('ALTER TABLE vector_models ADD COLUMN singleton boolean NOT NULL DEFAULT true');
    await db.query(`ALTER TABLE vector_models ADD CONSTRAINT vector_model_pk PRIMARY KEY (singleton),
      ADD CONSTRAINT vector_model_one_row CHECK (singleton)`);
    await db.query('ALTER TABLE vector_models RENAME TO vector_model');
    await db.query(`
      CREATE FUNCTION mneme_reset_vectors() RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = ''
      AS 'TRUNCATE public.vector_model, public.vector_memories, public.vector_points, public.vector_terms'`);
  }
}

const KEYS: Readonly<Record<string, string>> = {
  vector_memories: 'tenant_id, memory_id',
  vector_points: 'tenant_id, memory_id, passage',
  vector_terms: 'tenant_id, term, memory_id, passage',
};

async function copyTable(db: QueryRunner, table: string): Promise<void> {
  const copy = `${table}_b`;
  await db.query(`CREATE TABLE ${copy} (LIKE ${table})`);
  await db.query(`ALTER TABLE ${copy} ADD CONSTRAINT ${copy}_pk PRIMARY KEY (${KEYS[table] ?? ''})`);
  await db.query(`ALTER TABLE ${copy} ENABLE ROW LEVEL SECURITY`);
  await db.query(`ALTER TABLE ${copy} FORCE ROW LEVEL SECURITY`);
  await db.query(`CREATE POLICY ${copy}_tenant ON ${copy} USING (tenant_id = current_setting('app.tenant_id', true))`);
  await db.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ${copy} TO mneme_app`);
}

/** Forgets the vectors of one model of all tenants, which their records can make again. */
async function createReset(db: QueryRunner, slot: string, suffix: string): Promise<void> {
  const tables = TABLES.map((table) => `public.${table}${suffix}`).join(', ');
  await db.query(`
    CREATE FUNCTION mneme_reset_vectors_${slot}() RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = ''
    AS $$ TRUNCATE ${tables}; DELETE FROM public.vector_models WHERE slot = '${slot}' $$`);
}
