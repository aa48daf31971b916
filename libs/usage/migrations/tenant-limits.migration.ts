import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Numbers of a tenant's own, in place of its plan's. */
export class TenantLimits1763855010000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE tenants
        ADD COLUMN calls_per_month bigint CONSTRAINT tenants_calls_per_month CHECK (calls_per_month > 0),
        ADD COLUMN requests_per_minute bigint CONSTRAINT tenants_requests_per_minute CHECK (requests_per_minute > 0),
        ADD COLUMN burst bigint CONSTRAINT tenants_burst CHECK (burst > 0),
        ADD COLUMN memories bigint CONSTRAINT tenants_memories CHECK (memories > 0),
        ADD COLUMN storage_bytes bigint CONSTRAINT tenants_storage_bytes CHECK (storage_bytes > 0),
        ADD CONSTRAINT tenants_own_limits CHECK (
          plan = 'enterprise' OR num_nonnulls(calls_per_month, requests_per_minute, burst, memories, storage_bytes) = 0
        )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE tenants
        DROP CONSTRAINT tenants_own_limits,
        DROP COLUMN calls_per_month, DROP COLUMN requests_per_minute, DROP COLUMN burst,
        DROP COLUMN memories, DROP COLUMN storage_bytes`);
  }
}
