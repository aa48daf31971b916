import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * idempotency_keys: what was answered to a request with an Idempotency-Key. The system sees and removes only what has
 * expired; until then an answer is its tenant's alone.
 */
export class Idempotency1763812000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE idempotency_keys (
        tenant_id text NOT NULL,
        key text NOT NULL,
        request_hash bytea NOT NULL,
        answer json,
        expires_at timestamptz NOT NULL,
        CONSTRAINT idempotency_keys_pk PRIMARY KEY (tenant_id, key),
        CONSTRAINT idempotency_keys_hash_length CHECK (octet_length(request_hash) = 32)
      )`);
    await runner.query('CREATE INDEX idempotency_keys_expiry ON idempotency_keys (expires_at)');
    await runner.query('ALTER TABLE idempotency_keys ENABLE ROW LEVEL SECURITY');
    await runner.query('ALTER TABLE idempotency_keys FORCE ROW LEVEL SECURITY');
    await runner.query(
      `CREATE POLICY idempotency_keys_tenant ON idempotency_keys USING (tenant_id = current_setting('app.tenant_id', true))`,
    );
    for (const command of ['SELECT', 'UPDATE', 'DELETE']) {
      await runner.query(
        `CREATE POLICY idempotency_keys_sweep_${command.toLowerCase()} ON idempotency_keys FOR ${command}
          USING (current_setting('app.system', true) = 'on' AND expires_at <= now())`,
      );
    }
    await runner.query('GRANT SELECT, INSERT, UPDATE, DELETE ON idempotency_keys TO mneme_app');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE idempotency_keys');
  }
}
