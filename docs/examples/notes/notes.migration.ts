import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Notes go with their memory. The start refuses a table with tenant_id whose row security is not forced. */
export class Notes1763800000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE notes (
        tenant_id text NOT NULL,
        id uuid NOT NULL,
        memory_id uuid NOT NULL,
        text text NOT NULL,
        created_at timestamptz(3) NOT NULL,
        CONSTRAINT notes_pk PRIMARY KEY (tenant_id, id),
        CONSTRAINT notes_memory FOREIGN KEY (tenant_id, memory_id) REFERENCES memories ON DELETE CASCADE
      )`);
    await runner.query('CREATE INDEX notes_created ON notes (tenant_id, memory_id, created_at, id)');
    await runner.query('ALTER TABLE notes ENABLE ROW LEVEL SECURITY');
    await runner.query('ALTER TABLE notes FORCE ROW LEVEL SECURITY');
    await runner.query(
      `CREATE POLICY notes_tenant ON notes USING (tenant_id = current_setting('app.tenant_id', true))`,
    );
    await runner.query('GRANT SELECT, INSERT ON notes TO mneme_app');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE notes');
  }
}
