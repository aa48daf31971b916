import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * An event has a row in the queue for each of its handlers. `shared` says that there may be several; the release before
 * leaves it null, since it knows one. `outbox_events.needed_by` counts the handlers that may still need the event.
 *
 * The release before goes on under the old name of the queue, which shows it what it can relay: rows for webhooks of
 * events that have no other handler. What it inserts there is for webhooks.
 */
export class OutboxHandlers1764200030000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE outbox_events ADD COLUMN needed_by smallint NOT NULL DEFAULT 1');
    await runner.query('ALTER TABLE outbox_queue RENAME TO outbox_handler_queue');
    await runner.query(`
      ALTER TABLE outbox_handler_queue
        ADD COLUMN handler text NOT NULL DEFAULT 'webhooks',
        ADD COLUMN shared boolean,
        DROP CONSTRAINT outbox_queue_pk,
        ADD CONSTRAINT outbox_handler_queue_pk PRIMARY KEY (tenant_id, event_id, handler)`);
    await runner.query('DROP INDEX outbox_queue_due');
    await runner.query(`
      CREATE INDEX outbox_handler_queue_due ON outbox_handler_queue (handler, tenant_id, due_at) WHERE dead_at IS NULL`);
    await withoutStatistics(runner);
    // With the rights and the row security of the role that asks, not of the view's owner.
    await runner.query(`
      CREATE VIEW outbox_queue WITH (security_invoker = true) AS
      SELECT tenant_id, event_id, due_at, attempts, last_error, dead_at
        FROM outbox_handler_queue WHERE handler = 'webhooks' AND shared IS NOT TRUE`);
    await runner.query('GRANT SELECT, INSERT, UPDATE, DELETE ON outbox_queue TO mneme_app');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP VIEW outbox_queue');
    await runner.query(`DELETE FROM outbox_handler_queue WHERE handler <> 'webhooks'`);
    await runner.query(
      'ALTER POLICY outbox_handler_queue_tenant ON outbox_handler_queue RENAME TO outbox_queue_tenant',
    );
    await runner.query('DROP INDEX outbox_handler_queue_due');
    await runner.query(`
      ALTER TABLE outbox_handler_queue
        DROP CONSTRAINT outbox_handler_queue_pk,
        DROP COLUMN handler,
        DROP COLUMN shared,
        ADD CONSTRAINT outbox_queue_pk PRIMARY KEY (tenant_id, event_id)`);
    await runner.query('ALTER TABLE outbox_handler_queue RENAME TO outbox_queue');
    await runner.query('CREATE INDEX outbox_queue_due ON outbox_queue (tenant_id, due_at) WHERE dead_at IS NULL');
    await runner.query('ALTER TABLE outbox_events DROP COLUMN needed_by');
  }
}

const OWN = `tenant_id = current_setting('app.tenant_id', true)`;

/**
 * The planner finds a tenant or a handler that came after the last ANALYZE like any other only where it has no statistics
 * of them. Those of the past go with the column's type, which neither a policy nor a view may use at that moment.
 */
async function withoutStatistics(runner: QueryRunner): Promise<void> {
  await runner.query('DROP POLICY outbox_events_tenant ON outbox_events');
  await runner.query('DROP POLICY outbox_queue_tenant ON outbox_handler_queue');
  for (const table of ['outbox_events', 'outbox_handler_queue']) {
    await runner.query(`
      ALTER TABLE ${table} ALTER COLUMN tenant_id TYPE text, ALTER COLUMN tenant_id SET STATISTICS 0`);
  }
  await runner.query('ALTER TABLE outbox_handler_queue ALTER COLUMN handler SET STATISTICS 0');
  await runner.query(`CREATE POLICY outbox_events_tenant ON outbox_events USING (${OWN})`);
  await runner.query(`
    CREATE POLICY outbox_handler_queue_tenant ON outbox_handler_queue
      USING (${OWN} OR current_setting('app.system', true) = 'on')`);
}
