import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A tenant sees its own row and may come into being; only the system lists tenants and changes a plan. */
export class Tenants1763700100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE tenants (
        tenant_id text NOT NULL,
        plan text NOT NULL,
        created_at timestamptz(3) NOT NULL,
        CONSTRAINT tenants_pk PRIMARY KEY (tenant_id),
        CONSTRAINT tenants_plan_known CHECK (plan IN ('free', 'pro', 'enterprise'))
      )`);
    await runner.query('ALTER TABLE tenants ENABLE ROW LEVEL SECURITY');
    await runner.query('ALTER TABLE tenants FORCE ROW LEVEL SECURITY');
    await runner.query(
      `CREATE POLICY tenants_see_own ON tenants FOR SELECT USING (tenant_id = current_setting('app.tenant_id', true))`,
    );
    await runner.query(
      `CREATE POLICY tenants_add_own ON tenants FOR INSERT WITH CHECK (tenant_id = current_setting('app.tenant_id', true))`,
    );
    await runner.query(`CREATE POLICY tenants_system ON tenants USING (current_setting('app.system', true) = 'on')`);
    await runner.query('GRANT SELECT, INSERT, UPDATE ON tenants TO mneme_app');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE tenants');
  }
}
