import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * When a scan may be taken in hand: whoever takes it puts that off, so that no other process does the same page, and one
 * that fails comes after all others.
 */
export class FeatureClaims1763903600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE feature_scans ADD COLUMN due_at timestamptz NOT NULL DEFAULT now()');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE feature_scans DROP COLUMN due_at');
  }
}
