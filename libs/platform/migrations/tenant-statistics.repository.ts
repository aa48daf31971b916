import type { DataSource } from 'typeorm';

/**
 * Keeps the planner from guessing how much a tenant has. Statistics of `tenant_id` list the tenants that the last ANALYZE
 * saw; of every later one the planner expects a single row, finds all indexes equally good, and reads the whole tenant
 * for each row it looks up. Without them it expects a 200th of the table of any tenant, and looks rows up by their key.
 *
 * As the owner of the tables, after migrations: a feature's tables need nothing of their own for it.
 */
export async function ignoreTenantStatistics(dataSource: DataSource): Promise<void> {
  await dataSource.query(IGNORE);
}

/**
 * What an earlier ANALYZE has found stays until it is removed, which PostgreSQL below 18 does only where the type of a column
 * is set: to the same one here, with the policies on it out of the way, which rewrites neither table nor index. It
 * refuses that for the key of a partitioned table; deploy/postgres/partition.sql makes those without statistics.
 *
 * A table is locked while its policies are out of the way, so none is ever seen without them. Each is a transaction of its
 * own: processes that serve meanwhile wait for one table, and never in a circle.
 */
const IGNORE = `
  DO $$
  DECLARE
    found record;
    policies text[];
    statement text;
  BEGIN
    FOR found IN
      SELECT c.oid, c.oid::regclass::text AS name, c.relname, c.reltuples > 0 AS analysed,
             c.relkind = 'p' OR c.relispartition AS partitioned
        FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id'
       WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND a.attstattarget IS DISTINCT FROM 0
    LOOP
      EXECUTE format('ALTER TABLE %s ALTER COLUMN tenant_id SET STATISTICS 0', found.name);
      CONTINUE WHEN NOT found.analysed;
      IF current_setting('server_version_num')::integer >= 180000 THEN
        PERFORM pg_clear_attribute_stats('public', found.relname, 'tenant_id', false);
      ELSIF NOT found.partitioned THEN
        SELECT array_agg(format('CREATE POLICY %I ON %s AS %s FOR %s TO %s', policyname, found.name, permissive, cmd,
                 (SELECT string_agg(CASE role WHEN 'public' THEN 'PUBLIC' ELSE quote_ident(role) END, ', ')
                    FROM unnest(roles) AS role))
                 || coalesce(' USING (' || qual || ')', '') || coalesce(' WITH CHECK (' || with_check || ')', ''))
          INTO policies FROM pg_policies WHERE schemaname = 'public' AND tablename = found.relname;
        FOR statement IN SELECT format('DROP POLICY %I ON %s', polname, found.name) FROM pg_policy WHERE polrelid = found.oid
        LOOP EXECUTE statement; END LOOP;
        EXECUTE format('ALTER TABLE %s ALTER COLUMN tenant_id TYPE text', found.name);
        FOREACH statement IN ARRAY coalesce(policies, '{}') LOOP EXECUTE statement; END LOOP;
      END IF;
      COMMIT;
    END LOOP;
  END $$`;
