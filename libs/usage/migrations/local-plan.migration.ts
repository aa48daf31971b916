import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The plan `local`, for an installation of one's own. */
export class LocalPlan1764200059000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE tenants
        DROP CONSTRAINT tenants_plan_known,
        ADD CONSTRAINT tenants_plan_known CHECK (plan IN ('free', 'pro', 'enterprise', 'local'))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    // The owner need be no superuser: it must see every tenant's row once.
    await runner.query('ALTER TABLE tenants NO FORCE ROW LEVEL SECURITY');
    await runner.query(`UPDATE tenants SET plan = 'enterprise' WHERE plan = 'local'`);
    await runner.query('ALTER TABLE tenants FORCE ROW LEVEL SECURITY');
    await runner.query(`
      ALTER TABLE tenants
        DROP CONSTRAINT tenants_plan_known,
        ADD CONSTRAINT tenants_plan_known CHECK (plan IN ('free', 'pro', 'enterprise'))`);
  }
}
