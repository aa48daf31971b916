import type { MigrationInterface, QueryRunner } from 'typeorm';

/** pattern_dismissals: patterns that a tenant does not want to see again, by the identifier that they always have. */
export class PatternDismissals1764300020000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE pattern_dismissals (
        tenant_id text NOT NULL,
        pattern_id text NOT NULL,
        reason text,
        dismissed_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT pattern_dismissals_pk PRIMARY KEY (tenant_id, pattern_id)
      )`);
    await runner.query('ALTER TABLE pattern_dismissals ENABLE ROW LEVEL SECURITY');
    await runner.query('ALTER TABLE pattern_dismissals FORCE ROW LEVEL SECURITY');
    await runner.query(
      `CREATE POLICY pattern_dismissals_tenant ON pattern_dismissals USING (tenant_id = current_setting('app.tenant_id', true))`,
    );
    await runner.query('GRANT SELECT, INSERT, UPDATE, DELETE ON pattern_dismissals TO mneme_app');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE pattern_dismissals');
  }
}
