import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * memory_versions: what memories were before they were changed, and who had written that. `updated_at` is when a version
 * was written, `replaced_at` when the next one was.
 */
export class MemoryHistory1764300005000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE memories ADD COLUMN written_by text');
    await runner.query(`
      CREATE TABLE memory_versions (
        tenant_id text NOT NULL,
        memory_id uuid NOT NULL,
        version integer NOT NULL,
        content text NOT NULL,
        importance double precision NOT NULL,
        tags text[] NOT NULL,
        metadata json NOT NULL,
        expires_at timestamptz(3),
        written_by text,
        updated_at timestamptz(3) NOT NULL,
        replaced_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT memory_versions_pk PRIMARY KEY (tenant_id, memory_id, version)
      )`);
    await runner.query('CREATE INDEX memory_versions_replaced ON memory_versions (tenant_id, replaced_at)');
    await runner.query('ALTER TABLE memory_versions ENABLE ROW LEVEL SECURITY');
    await runner.query('ALTER TABLE memory_versions FORCE ROW LEVEL SECURITY');
    await runner.query(
      `CREATE POLICY memory_versions_tenant ON memory_versions USING (tenant_id = current_setting('app.tenant_id', true))`,
    );
    await runner.query('GRANT SELECT, INSERT, UPDATE, DELETE ON memory_versions TO mneme_app');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE memory_versions');
    await runner.query('ALTER TABLE memories DROP COLUMN written_by');
  }
}
