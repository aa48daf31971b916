import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How often a count has set a slot right, so that of two that count at once only one does. */
export class QuotaCorrections1763868700000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE quota_slots ADD COLUMN corrections integer NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE quota_slots DROP COLUMN corrections');
  }
}
