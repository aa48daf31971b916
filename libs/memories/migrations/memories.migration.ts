import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * memories: the records. memory_tags: which memory has which tag, for filters. memory_totals: kept counts, so that a
 * list knows its total without counting. index_queue: memories whose index entry may not yet agree with the record.
 *
 * Tags have a table of their own because Row-Level Security keeps PostgreSQL from using an index for operators that
 * are not leakproof, and those of arrays are not; equality of text is.
 */
export class Memories1763700003000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE memories (
        tenant_id text NOT NULL,
        id uuid NOT NULL,
        content text NOT NULL,
        type text NOT NULL,
        importance double precision NOT NULL,
        tags text[] NOT NULL,
        metadata json NOT NULL,
        external_id text,
        bytes integer NOT NULL,
        version integer NOT NULL,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        CONSTRAINT memories_pk PRIMARY KEY (tenant_id, id),
        CONSTRAINT memories_importance_range CHECK (importance BETWEEN 0 AND 1)
      )`);
    await runner.query('CREATE INDEX memories_created ON memories (tenant_id, created_at, id)');
    await runner.query('CREATE INDEX memories_updated ON memories (tenant_id, updated_at, id) INCLUDE (type)');
    await runner.query('CREATE INDEX memories_importance ON memories (tenant_id, importance, id) INCLUDE (type)');
    await runner.query('CREATE INDEX memories_type_created ON memories (tenant_id, type, created_at, id)');
    await runner.query(
      'CREATE UNIQUE INDEX memories_external ON memories (tenant_id, external_id) WHERE external_id IS NOT NULL',
    );
    await runner.query(`
      CREATE TABLE memory_tags (
        tenant_id text NOT NULL,
        memory_id uuid NOT NULL,
        tag text NOT NULL,
        CONSTRAINT memory_tags_pk PRIMARY KEY (tenant_id, memory_id, tag)
      )`);
    await runner.query('CREATE INDEX memory_tags_tag ON memory_tags (tenant_id, tag, memory_id)');
    await runner.query(`
      CREATE TABLE memory_totals (
        tenant_id text NOT NULL,
        type text NOT NULL,
        slot smallint NOT NULL,
        memories bigint NOT NULL,
        bytes bigint NOT NULL,
        CONSTRAINT memory_totals_pk PRIMARY KEY (tenant_id, type, slot)
      )`);
    await runner.query(`
      CREATE TABLE index_queue (
        tenant_id text NOT NULL,
        memory_id uuid NOT NULL,
        version integer NOT NULL,
        due_at timestamptz NOT NULL,
        attempts smallint NOT NULL DEFAULT 0,
        last_error text,
        dead_at timestamptz,
        CONSTRAINT index_queue_pk PRIMARY KEY (tenant_id, memory_id)
      )`);
    await runner.query('CREATE INDEX index_queue_due ON index_queue (due_at) WHERE dead_at IS NULL');
    await confine(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE index_queue, memory_totals, memory_tags, memories');
  }
}

async function confine(runner: QueryRunner): Promise<void> {
  const own = `tenant_id = current_setting('app.tenant_id', true)`;
  // The sweep finds due entries of every tenant; they hold identifiers only.
  const queue = `${own} OR current_setting('app.system', true) = 'on'`;
  const policies = { memories: own, memory_tags: own, memory_totals: own, index_queue: queue };
  for (const [table, rule] of Object.entries(policies)) {
    await runner.query(`ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`);
    await runner.query(`ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`);
    await runner.query(`CREATE POLICY ${table}_tenant ON ${table} USING (${rule})`);
    await runner.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ${table} TO mneme_app`);
  }
}
