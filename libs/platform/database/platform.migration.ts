import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The application's role and the settings that Row-Level Security reads.
 *
 * The setters are security definer functions because the embedded database takes set_config from PUBLIC; they set for
 * the transaction only, since pooled connections are shared.
 */
export class Platform1763700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DO $$ BEGIN
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'mneme_app') THEN
          CREATE ROLE mneme_app NOLOGIN NOSUPERUSER NOBYPASSRLS;
        END IF;
      EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
      END $$`);
    await runner.query(`
      DO $$ BEGIN
        IF NOT pg_has_role(CURRENT_USER, 'mneme_app', 'MEMBER') THEN EXECUTE 'GRANT mneme_app TO CURRENT_USER'; END IF;
      END $$`);
    await runner.query('GRANT USAGE ON SCHEMA public TO mneme_app');
    await runner.query(setter('mneme_set_tenant(tenant text)', `set_config('app.tenant_id', tenant, true)`));
    await runner.query(setter('mneme_set_key_lookup(key_id text)', `set_config('app.key_id', key_id, true)`));
    await runner.query(setter('mneme_set_system()', `set_config('app.system', 'on', true)`));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION mneme_set_tenant(text), mneme_set_key_lookup(text), mneme_set_system()');
  }
}

function setter(signature: string, expression: string): string {
  return `CREATE FUNCTION ${signature} RETURNS text LANGUAGE sql SECURITY DEFINER SET search_path = ''
          AS $$ SELECT pg_catalog.${expression} $$`;
}
