import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * webhooks: what a tenant registered. webhook_states: how each endpoint fares, and which process works on it; no more
 * than identifiers, times and counts. webhook_deliveries: one for each event and endpoint, the queue as well as the log.
 * webhook_attempts: what came back. What is sent stands in the outbox.
 */
export class Webhooks1763814000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE webhooks (
        tenant_id text NOT NULL,
        id uuid NOT NULL,
        name text NOT NULL,
        url text NOT NULL,
        fingerprint bytea NOT NULL,
        events text[] NOT NULL,
        secret bytea NOT NULL,
        previous_secret bytea,
        previous_secret_until timestamptz(3),
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        CONSTRAINT webhooks_pk PRIMARY KEY (tenant_id, id)
      )`);
    await runner.query('CREATE UNIQUE INDEX webhooks_fingerprint ON webhooks (tenant_id, fingerprint)');
    await runner.query(`
      CREATE TABLE webhook_states (
        tenant_id text NOT NULL,
        webhook_id uuid NOT NULL,
        status text NOT NULL,
        disabled_reason text,
        consecutive_failures integer NOT NULL DEFAULT 0,
        failing_since timestamptz(3),
        last_failure_at timestamptz(3),
        last_delivery_at timestamptz(3),
        secret_key_id text NOT NULL,
        previous_secret_key_id text,
        lane_owner uuid,
        lane_until timestamptz(3),
        CONSTRAINT webhook_states_pk PRIMARY KEY (tenant_id, webhook_id),
        CONSTRAINT webhook_states_status_known CHECK (status IN ('active', 'inactive'))
      )`);
    await runner.query('CREATE INDEX webhook_states_key ON webhook_states (secret_key_id)');
    await runner.query('CREATE INDEX webhook_states_previous_key ON webhook_states (previous_secret_key_id)');
    await runner.query(
      'CREATE INDEX webhook_states_disabled ON webhook_states (disabled_reason) WHERE disabled_reason IS NOT NULL',
    );
    await createLog(runner);
    await confine(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE webhook_attempts, webhook_deliveries, webhook_states, webhooks');
  }
}

async function createLog(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE webhook_deliveries (
      tenant_id text NOT NULL,
      id uuid NOT NULL,
      webhook_id uuid NOT NULL,
      event_id uuid NOT NULL,
      event text NOT NULL,
      status text NOT NULL,
      attempts smallint NOT NULL DEFAULT 0,
      step smallint NOT NULL DEFAULT 0,
      next_attempt_at timestamptz(3),
      status_code smallint,
      error text,
      created_at timestamptz(3) NOT NULL,
      updated_at timestamptz(3) NOT NULL,
      CONSTRAINT webhook_deliveries_pk PRIMARY KEY (tenant_id, id),
      CONSTRAINT webhook_deliveries_status_known CHECK (status IN ('pending', 'delivered', 'failed', 'canceled')),
      CONSTRAINT webhook_deliveries_pending_due CHECK ((status = 'pending') = (next_attempt_at IS NOT NULL))
    )`);
  await runner.query(
    'CREATE UNIQUE INDEX webhook_deliveries_once ON webhook_deliveries (tenant_id, event_id, webhook_id)',
  );
  await runner.query(`
    CREATE INDEX webhook_deliveries_due ON webhook_deliveries (tenant_id, webhook_id, next_attempt_at)
      WHERE next_attempt_at IS NOT NULL`);
  await runner.query(
    'CREATE INDEX webhook_deliveries_list ON webhook_deliveries (tenant_id, webhook_id, created_at, id)',
  );
  await runner.query(
    'CREATE INDEX webhook_deliveries_status ON webhook_deliveries (tenant_id, webhook_id, status, created_at, id)',
  );
  await runner.query(
    'CREATE INDEX webhook_deliveries_age ON webhook_deliveries (created_at) WHERE next_attempt_at IS NULL',
  );
  await runner.query(`
    CREATE TABLE webhook_attempts (
      tenant_id text NOT NULL,
      delivery_id uuid NOT NULL,
      number smallint NOT NULL,
      attempted_at timestamptz(3) NOT NULL,
      status_code smallint,
      latency_ms integer NOT NULL,
      error text,
      response text,
      sent text,
      CONSTRAINT webhook_attempts_pk PRIMARY KEY (tenant_id, delivery_id, number)
    )`);
}

async function confine(runner: QueryRunner): Promise<void> {
  const own = `tenant_id = current_setting('app.tenant_id', true)`;
  // Jobs look for work and count; what they see holds identifiers, times and states only.
  const queue = `${own} OR current_setting('app.system', true) = 'on'`;
  const policies = {
    webhooks: own,
    webhook_states: queue,
    webhook_deliveries: queue,
    webhook_attempts: own,
  };
  for (const [table, rule] of Object.entries(policies)) {
    await runner.query(`ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`);
    await runner.query(`ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`);
    await runner.query(`CREATE POLICY ${table}_tenant ON ${table} USING (${rule})`);
    await runner.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ${table} TO mneme_app`);
  }
}
