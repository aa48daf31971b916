import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The start refuses a table with tenant_id whose row security is not forced. */
export class __Items____stamp__ implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE __table__ (
        tenant_id text NOT NULL,
        id uuid NOT NULL,
        text text NOT NULL,
        created_at timestamptz(3) NOT NULL,
        CONSTRAINT __table___pk PRIMARY KEY (tenant_id, id)
      )`);
    await runner.query('CREATE INDEX __table___created ON __table__ (tenant_id, created_at, id)');
    await runner.query('ALTER TABLE __table__ ENABLE ROW LEVEL SECURITY');
    await runner.query('ALTER TABLE __table__ FORCE ROW LEVEL SECURITY');
    await runner.query(
      `CREATE POLICY __table___tenant ON __table__ USING (tenant_id = current_setting('app.tenant_id', true))`,
    );
    await runner.query('GRANT SELECT, INSERT ON __table__ TO mneme_app');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE __table__');
  }
}
