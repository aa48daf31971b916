import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The index queue knows models: while one takes over from another, a record has an entry for each. `queued_at` tells
 * what was there before a moment from what has come since.
 */
export class IndexQueueModels1763809003000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('SELECT mneme_set_system()');
    await runner.query(
      'ALTER TABLE index_queue ADD COLUMN model_id text, ADD COLUMN queued_at timestamptz NOT NULL DEFAULT now()',
    );
    await runner.query(`UPDATE index_queue SET model_id = (SELECT id FROM embedding_models WHERE state = 'current')`);
    await runner.query('DELETE FROM index_queue WHERE model_id IS NULL');
    await runner.query('ALTER TABLE index_queue ALTER COLUMN model_id SET NOT NULL');
    await runner.query(`ALTER TABLE index_queue DROP CONSTRAINT index_queue_pk,
      ADD CONSTRAINT index_queue_pk PRIMARY KEY (tenant_id, memory_id, model_id)`);
    await runner.query('CREATE INDEX index_queue_models ON index_queue (model_id, queued_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('SELECT mneme_set_system()');
    await runner.query(`DELETE FROM index_queue
      WHERE model_id IS DISTINCT FROM (SELECT id FROM embedding_models WHERE state = 'current')`);
    await runner.query('DROP INDEX index_queue_models');
    await runner.query(`ALTER TABLE index_queue DROP CONSTRAINT index_queue_pk,
      ADD CONSTRAINT index_queue_pk PRIMARY KEY (tenant_id, memory_id)`);
    await runner.query('ALTER TABLE index_queue DROP COLUMN model_id, DROP COLUMN queued_at');
  }
}
