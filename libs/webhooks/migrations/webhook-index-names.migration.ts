import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Names that end in `_key` are those that PostgreSQL makes up for constraints without one. */
export class WebhookIndexNames1763874000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER INDEX webhook_states_key RENAME TO webhook_states_secret');
    await runner.query('ALTER INDEX webhook_states_previous_key RENAME TO webhook_states_previous_secret');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER INDEX webhook_states_secret RENAME TO webhook_states_key');
    await runner.query('ALTER INDEX webhook_states_previous_secret RENAME TO webhook_states_previous_key');
  }
}
