import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * outbox_events: what happened, written with the change. outbox_queue: which of them no handler has had yet.
 * outbox_days: on which days a tenant has kept events, so that the sweep finds what has become too old.
 *
 * Events hold contents, so only their tenant sees them. Queue and days hold identifiers, and the sweep sees all of them.
 */
export class Outbox1763801300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE outbox_events (
        tenant_id text NOT NULL,
        id uuid NOT NULL,
        name text NOT NULL,
        resource_id text,
        sequence integer NOT NULL,
        data json NOT NULL,
        request_id text NOT NULL,
        created_at timestamptz(3) NOT NULL,
        CONSTRAINT outbox_events_pk PRIMARY KEY (tenant_id, id)
      )`);
    await runner.query(`
      CREATE TABLE outbox_queue (
        tenant_id text NOT NULL,
        event_id uuid NOT NULL,
        due_at timestamptz NOT NULL,
        attempts smallint NOT NULL DEFAULT 0,
        last_error text,
        dead_at timestamptz,
        CONSTRAINT outbox_queue_pk PRIMARY KEY (tenant_id, event_id)
      )`);
    await runner.query('CREATE INDEX outbox_queue_due ON outbox_queue (tenant_id, due_at) WHERE dead_at IS NULL');
    await runner.query(`
      CREATE TABLE outbox_days (
        tenant_id text NOT NULL,
        day date NOT NULL,
        CONSTRAINT outbox_days_pk PRIMARY KEY (tenant_id, day)
      )`);
    await runner.query('CREATE INDEX outbox_days_day ON outbox_days (day)');
    await confine(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE outbox_days, outbox_queue, outbox_events');
  }
}

async function confine(runner: QueryRunner): Promise<void> {
  const own = `tenant_id = current_setting('app.tenant_id', true)`;
  const queue = `${own} OR current_setting('app.system', true) = 'on'`;
  const policies = { outbox_events: own, outbox_queue: queue, outbox_days: queue };
  for (const [table, rule] of Object.entries(policies)) {
    await runner.query(`ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`);
    await runner.query(`ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`);
    await runner.query(`CREATE POLICY ${table}_tenant ON ${table} USING (${rule})`);
    await runner.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ${table} TO mneme_app`);
  }
}
