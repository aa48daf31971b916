import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A key is seen by its tenant, and by whoever knows its public id: that is how a caller's tenant is found out. */
export class ApiKeys1763700200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE api_keys (
        id uuid NOT NULL,
        tenant_id text NOT NULL,
        key_id text NOT NULL,
        hash bytea NOT NULL,
        name text NOT NULL,
        environment text NOT NULL,
        scopes text[] NOT NULL,
        expires_at timestamptz(3),
        revoked_at timestamptz(3),
        last_used_at timestamptz(3),
        created_at timestamptz(3) NOT NULL,
        name_released boolean NOT NULL DEFAULT false,
        CONSTRAINT api_keys_pk PRIMARY KEY (id),
        CONSTRAINT api_keys_environment_known CHECK (environment IN ('development', 'production')),
        CONSTRAINT api_keys_key_id_form CHECK (key_id ~ '^[0-9A-Za-z]{8}$'),
        CONSTRAINT api_keys_hash_length CHECK (octet_length(hash) = 32)
      )`);
    await runner.query('CREATE UNIQUE INDEX api_keys_key_id ON api_keys (key_id)');
    await runner.query(`
      CREATE UNIQUE INDEX api_keys_active_name ON api_keys (tenant_id, name, environment)
        WHERE revoked_at IS NULL AND NOT name_released`);
    await runner.query('CREATE INDEX api_keys_created ON api_keys (tenant_id, created_at, id)');
    await runner.query('ALTER TABLE api_keys ENABLE ROW LEVEL SECURITY');
    await runner.query('ALTER TABLE api_keys FORCE ROW LEVEL SECURITY');
    await runner.query(
      `CREATE POLICY api_keys_tenant ON api_keys USING (tenant_id = current_setting('app.tenant_id', true))`,
    );
    await runner.query(
      `CREATE POLICY api_keys_lookup ON api_keys FOR SELECT USING (key_id = current_setting('app.key_id', true))`,
    );
    await runner.query('GRANT SELECT, INSERT, UPDATE ON api_keys TO mneme_app');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE api_keys');
  }
}
