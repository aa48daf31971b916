import type { MigrationInterface, QueryRunner } from 'typeorm';

const own = `tenant_id = current_setting('app.tenant_id', true)`;

/** Indexes that lists read without looking at the rows: these have to say which of them have expired. */
const INDEXES: readonly (readonly [name: string, columns: string, included: string])[] = [
  ['memories_created', 'tenant_id, created_at, id', ''],
  ['memories_updated', 'tenant_id, updated_at, id', 'type'],
  ['memories_importance', 'tenant_id, importance, id', 'type'],
  ['memories_type_created', 'tenant_id, type, created_at, id', ''],
];

/**
 * When a memory is gone by itself. From that instant of the database's clock row security hides it from every statement
 * that does not ask for expired ones (`mneme_show_expired`), on every replica and for every feature. memory_expiries leads
 * the sweep to them and says how many of a count are gone; it holds identifiers only, and the database keeps it.
 */
export class MemoryExpiry1764300003000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE memories ADD COLUMN expires_at timestamptz(3)');
    for (const [name, columns, included] of INDEXES) {
      const extra = ['expires_at', ...(included === '' ? [] : [included])].join(', ');
      await runner.query(`DROP INDEX ${name}`);
      await runner.query(`CREATE INDEX ${name} ON memories (${columns}) INCLUDE (${extra})`);
    }
    await runner.query(`
      CREATE FUNCTION mneme_show_expired() RETURNS text LANGUAGE sql SECURITY DEFINER SET search_path = ''
      AS $$ SELECT pg_catalog.set_config('app.expired', 'on', true) $$`);
    await hideExpired(runner);
    await createExpiries(runner);
    await runner.query(`
      CREATE TABLE memory_defaults (
        tenant_id text NOT NULL,
        working_ttl_seconds bigint NOT NULL,
        CONSTRAINT memory_defaults_pk PRIMARY KEY (tenant_id),
        CONSTRAINT memory_defaults_ttl CHECK (working_ttl_seconds > 0)
      )`);
    await runner.query('ALTER TABLE memory_defaults ENABLE ROW LEVEL SECURITY');
    await runner.query('ALTER TABLE memory_defaults FORCE ROW LEVEL SECURITY');
    await runner.query(`CREATE POLICY memory_defaults_tenant ON memory_defaults USING (${own})`);
    await runner.query('GRANT SELECT, INSERT, UPDATE, DELETE ON memory_defaults TO mneme_app');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER memory_expiries_set ON memories');
    await runner.query('DROP TRIGGER memory_expiries_changed ON memories');
    await runner.query('DROP TRIGGER memory_expiries_removed ON memories');
    await runner.query('DROP FUNCTION mneme_expiries_follow()');
    await runner.query('DROP TABLE memory_expiries, memory_defaults');
    await runner.query('DROP POLICY memories_tenant ON memories');
    await runner.query(`CREATE POLICY memories_tenant ON memories USING (${own})`);
    await runner.query('DROP FUNCTION mneme_show_expired()');
    for (const [name, columns, included] of INDEXES) {
      await runner.query(`DROP INDEX ${name}`);
      const extra = included === '' ? '' : ` INCLUDE (${included})`;
      await runner.query(`CREATE INDEX ${name} ON memories (${columns})${extra}`);
    }
    await runner.query('ALTER TABLE memories DROP COLUMN expires_at');
  }
}

async function hideExpired(runner: QueryRunner): Promise<void> {
  await runner.query('DROP POLICY memories_tenant ON memories');
  await runner.query(`
    CREATE POLICY memories_tenant ON memories
      USING (${own} AND (expires_at IS NULL OR expires_at > now() OR current_setting('app.expired', true) = 'on'))
      WITH CHECK (${own})`);
}

async function createExpiries(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE memory_expiries (
      tenant_id text NOT NULL,
      memory_id uuid NOT NULL,
      type text NOT NULL,
      created_at timestamptz(3) NOT NULL,
      expires_at timestamptz(3) NOT NULL,
      CONSTRAINT memory_expiries_pk PRIMARY KEY (tenant_id, memory_id)
    )`);
  await runner.query('CREATE INDEX memory_expiries_due ON memory_expiries (expires_at)');
  await runner.query('CREATE INDEX memory_expiries_tenant ON memory_expiries (tenant_id, expires_at, memory_id)');
  await runner.query('ALTER TABLE memory_expiries ENABLE ROW LEVEL SECURITY');
  await runner.query('ALTER TABLE memory_expiries FORCE ROW LEVEL SECURITY');
  await runner.query(`
    CREATE POLICY memory_expiries_tenant ON memory_expiries
      USING (${own} OR current_setting('app.system', true) = 'on')`);
  await runner.query('GRANT SELECT, INSERT, UPDATE, DELETE ON memory_expiries TO mneme_app');
  await runner.query(FOLLOW);
  const run = 'FOR EACH ROW WHEN';
  await runner.query(`CREATE TRIGGER memory_expiries_set AFTER INSERT ON memories
    ${run} (new.expires_at IS NOT NULL) EXECUTE FUNCTION mneme_expiries_follow()`);
  await runner.query(`CREATE TRIGGER memory_expiries_changed AFTER UPDATE ON memories
    ${run} (old.expires_at IS DISTINCT FROM new.expires_at) EXECUTE FUNCTION mneme_expiries_follow()`);
  await runner.query(`CREATE TRIGGER memory_expiries_removed AFTER DELETE ON memories
    ${run} (old.expires_at IS NOT NULL) EXECUTE FUNCTION mneme_expiries_follow()`);
}

const FOLLOW = `
  CREATE FUNCTION mneme_expiries_follow() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'DELETE' OR (TG_OP = 'UPDATE' AND new.expires_at IS NULL) THEN
      DELETE FROM memory_expiries WHERE tenant_id = old.tenant_id AND memory_id = old.id;
    ELSE
      INSERT INTO memory_expiries (tenant_id, memory_id, type, created_at, expires_at)
      VALUES (new.tenant_id, new.id, new.type, new.created_at, new.expires_at)
      ON CONFLICT ON CONSTRAINT memory_expiries_pk DO UPDATE SET expires_at = excluded.expires_at;
    END IF;
    RETURN NULL;
  END $$`;
