import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * call_counts: calls by tenant, key and UTC day; calls without a key have the zero UUID. call_months: how many calls of
 * a UTC month were charged, and how many of the plan's the processes have taken so far, used or still in hand.
 *
 * Every process writes its numbers for all tenants at once, as the system; they tell how much, never what.
 */
export class Calls1763851200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE call_counts (
        tenant_id text NOT NULL,
        key_id uuid NOT NULL,
        day date NOT NULL,
        requests bigint NOT NULL,
        errors bigint NOT NULL,
        charged bigint NOT NULL,
        CONSTRAINT call_counts_pk PRIMARY KEY (tenant_id, key_id, day)
      ) WITH (fillfactor = 70)`);
    await runner.query('CREATE INDEX call_counts_tenant_day ON call_counts (tenant_id, day)');
    await runner.query('CREATE INDEX call_counts_day ON call_counts (day)');
    await runner.query(`
      CREATE TABLE call_months (
        tenant_id text NOT NULL,
        month date NOT NULL,
        charged bigint NOT NULL DEFAULT 0,
        taken bigint NOT NULL DEFAULT 0,
        CONSTRAINT call_months_pk PRIMARY KEY (tenant_id, month)
      ) WITH (fillfactor = 50)`);
    for (const table of ['call_counts', 'call_months']) {
      await runner.query(`ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`);
      await runner.query(`ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`);
      await runner.query(
        `CREATE POLICY ${table}_tenant ON ${table} USING (
           tenant_id = current_setting('app.tenant_id', true) OR current_setting('app.system', true) = 'on')`,
      );
    }
    await runner.query('GRANT SELECT, INSERT, UPDATE, DELETE ON call_counts TO mneme_app');
    await runner.query('GRANT SELECT, INSERT, UPDATE ON call_months TO mneme_app');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE call_months, call_counts');
  }
}
