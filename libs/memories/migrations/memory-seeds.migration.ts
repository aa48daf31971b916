import type { MigrationInterface, QueryRunner } from 'typeorm';

/** memory_seeds: which sets of sample memories a tenant was given, so that deleting one of them is not undone. */
export class MemorySeeds1763700004000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE memory_seeds (
        tenant_id text NOT NULL,
        name text NOT NULL,
        seeded_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT memory_seeds_pk PRIMARY KEY (tenant_id, name)
      )`);
    await runner.query('ALTER TABLE memory_seeds ENABLE ROW LEVEL SECURITY');
    await runner.query('ALTER TABLE memory_seeds FORCE ROW LEVEL SECURITY');
    await runner.query(
      `CREATE POLICY memory_seeds_tenant ON memory_seeds USING (tenant_id = current_setting('app.tenant_id', true))`,
    );
    await runner.query('GRANT SELECT, INSERT, UPDATE, DELETE ON memory_seeds TO mneme_app');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE memory_seeds');
  }
}
