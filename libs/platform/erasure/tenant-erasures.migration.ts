import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * tenant_erasures: the tenants that are being erased, and how far that is. While a row is there, `mneme_set_tenant` refuses
 * every transaction of the tenant, of whichever process; `mneme_set_erased_tenant` lets in the erasure alone. Transactions
 * share a lock of their tenant, so that the erasure can tell when those have ended that came before.
 *
 * erased_tenants: what remains of an erasure: the SHA-256 of the tenant's identifier, and how much was deleted.
 *
 * Rows are deleted and counted with the rights of the tables' owner, since the service may not delete from all of them,
 * and only in the tenant that the transaction is set to.
 */
export class TenantErasures1764300002000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE tenant_erasures (
        tenant_id text NOT NULL,
        id uuid NOT NULL,
        started_at timestamptz(3) NOT NULL DEFAULT now(),
        deleted jsonb NOT NULL DEFAULT '{}',
        last_error text,
        CONSTRAINT tenant_erasures_pk PRIMARY KEY (tenant_id)
      )`);
    await runner.query('ALTER TABLE tenant_erasures ENABLE ROW LEVEL SECURITY');
    await runner.query('ALTER TABLE tenant_erasures FORCE ROW LEVEL SECURITY');
    await runner.query(`
      CREATE POLICY tenant_erasures_tenant ON tenant_erasures USING (
        tenant_id = current_setting('app.tenant_id', true) OR current_setting('app.system', true) = 'on')`);
    await runner.query('GRANT SELECT, INSERT, UPDATE, DELETE ON tenant_erasures TO mneme_app');
    await runner.query(`
      CREATE TABLE erased_tenants (
        id uuid NOT NULL,
        tenant_hash bytea NOT NULL,
        started_at timestamptz(3) NOT NULL,
        ended_at timestamptz(3) NOT NULL DEFAULT now(),
        deleted jsonb NOT NULL,
        scrub_due boolean NOT NULL DEFAULT false,
        CONSTRAINT erased_tenants_pk PRIMARY KEY (id),
        CONSTRAINT erased_tenants_hash_length CHECK (octet_length(tenant_hash) = 32)
      )`);
    await runner.query('CREATE INDEX erased_tenants_hash ON erased_tenants (tenant_hash, ended_at)');
    await runner.query('CREATE INDEX erased_tenants_scrub ON erased_tenants (id) WHERE scrub_due');
    await runner.query('GRANT SELECT, INSERT, UPDATE ON erased_tenants TO mneme_app');
    await runner.query(SET_TENANT);
    for (const sql of [SET_ERASED_TENANT, ERASE_ROWS, COUNT_ROWS]) await runner.query(sql);
    for (const name of ['mneme_set_erased_tenant(text)', 'mneme_erase_rows(regclass, integer)', COUNT_NAME]) {
      await runner.query(`REVOKE ALL ON FUNCTION ${name} FROM PUBLIC`);
      await runner.query(`GRANT EXECUTE ON FUNCTION ${name} TO mneme_app`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(SET_TENANT_BEFORE);
    await runner.query(
      `DROP FUNCTION mneme_set_erased_tenant(text), mneme_erase_rows(regclass, integer), ${COUNT_NAME}`,
    );
    await runner.query('DROP TABLE erased_tenants, tenant_erasures');
  }
}

const COUNT_NAME = 'mneme_count_rows(regclass)';

/** The lock first: a transaction that gets it before the erasure has begun is one that the erasure waits for. */
const SET_TENANT = `
  CREATE OR REPLACE FUNCTION mneme_set_tenant(tenant text) RETURNS text
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
  BEGIN
    PERFORM pg_advisory_xact_lock_shared(hashtextextended('erasure of ' || tenant, 0)),
            set_config('app.tenant_id', tenant, true);
    IF EXISTS (SELECT FROM public.tenant_erasures e WHERE e.tenant_id = tenant) THEN
      RAISE EXCEPTION 'the tenant is being erased' USING ERRCODE = 'ME001';
    END IF;
    RETURN tenant;
  END $$`;

/** As Platform1763700000000 has it. */
const SET_TENANT_BEFORE = `
  CREATE OR REPLACE FUNCTION mneme_set_tenant(tenant text) RETURNS text
    LANGUAGE sql SECURITY DEFINER SET search_path = ''
  AS $$ SELECT pg_catalog.set_config('app.tenant_id', tenant, true) $$`;

const SET_ERASED_TENANT = `
  CREATE FUNCTION mneme_set_erased_tenant(tenant text) RETURNS text
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
  BEGIN
    PERFORM set_config('app.tenant_id', tenant, true);
    IF NOT EXISTS (SELECT FROM public.tenant_erasures e WHERE e.tenant_id = tenant) THEN
      RAISE EXCEPTION 'the tenant is not being erased';
    END IF;
    RETURN tenant;
  END $$`;

/**
 * Deletes rows of the tenant that is being erased, in the order of an index that begins with the tenant: the planner does
 * not know the limit, and walks it. The settings let the owner see what policies hide from tenants: what is the system's, and
 * memories whose time is over. Triggers that it sets off name tables without their schema.
 */
const ERASE_ROWS = `
  CREATE FUNCTION mneme_erase_rows(relation regclass, most integer) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  DECLARE
    tenant text := current_setting('app.tenant_id', true);
    scope text := coalesce(current_setting('app.system', true), '');
    sorted text;
    erased integer;
  BEGIN
    IF NOT EXISTS (SELECT FROM public.tenant_erasures e WHERE e.tenant_id = tenant) THEN
      RAISE EXCEPTION 'the tenant is not being erased';
    END IF;
    SELECT string_agg(quote_ident(a.attname), ', ' ORDER BY key.place) INTO sorted
      FROM (SELECT x.indrelid, x.indkey, x.indnkeyatts FROM pg_index x
              JOIN pg_attribute t ON t.attrelid = x.indrelid AND t.attnum = x.indkey[0] AND t.attname = 'tenant_id'
             WHERE x.indrelid = relation AND x.indisvalid AND x.indpred IS NULL AND x.indexprs IS NULL
             ORDER BY x.indisprimary DESC, x.indexrelid LIMIT 1) AS chosen
     CROSS JOIN unnest(chosen.indkey::smallint[]) WITH ORDINALITY AS key (attnum, place)
      JOIN pg_attribute a ON a.attrelid = chosen.indrelid AND a.attnum = key.attnum
     WHERE key.place <= chosen.indnkeyatts;
    PERFORM set_config('app.system', 'on', true), set_config('app.expired', 'on', true);
    EXECUTE format(
      'DELETE FROM %1$s WHERE tenant_id = $1 AND ctid = ANY (ARRAY(
         SELECT ctid FROM %1$s WHERE tenant_id = $1 ORDER BY %2$s LIMIT (SELECT $2::bigint)))',
      relation, coalesce(sorted, 'tenant_id')) USING tenant, most;
    GET DIAGNOSTICS erased = ROW_COUNT;
    PERFORM set_config('app.system', scope, true), set_config('app.expired', '', true);
    RETURN erased;
  END $$`;

const COUNT_ROWS = `
  CREATE FUNCTION ${COUNT_NAME.replace('regclass', 'relation regclass')} RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
  DECLARE
    scope text := coalesce(current_setting('app.system', true), '');
    found bigint;
  BEGIN
    PERFORM set_config('app.system', 'on', true), set_config('app.expired', 'on', true);
    EXECUTE format('SELECT count(*) FROM %s WHERE tenant_id = $1', relation)
      INTO found USING current_setting('app.tenant_id', true);
    PERFORM set_config('app.system', scope, true), set_config('app.expired', '', true);
    RETURN found;
  END $$`;
