import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * - judge_tenants: the tenants whose memories may be sent to a language model. What is not there is not.
 * - judge_usage: calls and tokens of a tenant on a UTC day; those of calls under way as they were estimated.
 */
export class JudgeTenants1764300012000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE judge_tenants (
        tenant_id text NOT NULL,
        switched_on_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT judge_tenants_pk PRIMARY KEY (tenant_id)
      )`);
    await runner.query(`
      CREATE TABLE judge_usage (
        tenant_id text NOT NULL,
        day date NOT NULL,
        calls bigint NOT NULL,
        tokens bigint NOT NULL,
        CONSTRAINT judge_usage_pk PRIMARY KEY (tenant_id, day)
      ) WITH (fillfactor = 50)`);
    for (const table of ['judge_tenants', 'judge_usage']) {
      await runner.query(`ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`);
      await runner.query(`ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`);
      await runner.query(
        `CREATE POLICY ${table}_tenant ON ${table} USING (tenant_id = current_setting('app.tenant_id', true))`,
      );
      await runner.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ${table} TO mneme_app`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE judge_usage, judge_tenants');
  }
}
