import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An event carries the trace that it was made in to its relay and its deliveries. */
export class OutboxTraces1763891210000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE outbox_events ADD COLUMN traceparent text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE outbox_events DROP COLUMN traceparent');
  }
}
