import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The primary key of memory_features also holds what tells a row from an earlier one of its memory: whether anything of
 * a tenant has changed is then read from the index alone, which is a seventh of the table. Made anew in less than a
 * second for 100,000 memories; writers of features wait meanwhile, and try again.
 */
export class FeatureStamps1763899400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await remake(runner, 'INCLUDE (memory_version, features_version, computed_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await remake(runner, '');
  }
}

async function remake(runner: QueryRunner, included: string): Promise<void> {
  await runner.query(`
    ALTER TABLE memory_features
      DROP CONSTRAINT memory_features_pk,
      ADD CONSTRAINT memory_features_pk PRIMARY KEY (tenant_id, memory_id, model_id) ${included}`);
}
