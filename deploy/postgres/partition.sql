-- Hash-partitions by tenant_id the tables that grow with the memories, with everything they have: keys, indexes,
-- policies, forced row security, grants, foreign keys. The service's statements stay as they are: each names its tenant,
-- so each goes to one partition. (docs/operate/scaling.md)
--
-- With every process stopped, as a superuser or the owner with BYPASSRLS; copies the tables in one transaction:
--   psql --dbname "$DATABASE_URL" --set partitions=64 --file deploy/postgres/partition.sql
\set ON_ERROR_STOP on
\if :{?partitions}
\else
\set partitions 64
\endif

BEGIN;

CREATE FUNCTION pg_temp.partition_by_tenant(source text, partitions integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  old text := source || '_unpartitioned';
  statements text[];
  statement text;
  moved bigint;
BEGIN
  -- What it has, as statements under its own names: keys and checks, indexes, policies, grants.
  SELECT array_agg(format('ALTER TABLE %I ADD CONSTRAINT %I %s', source, conname, pg_get_constraintdef(oid)))
    INTO statements FROM pg_constraint WHERE conrelid = source::regclass AND contype IN ('p', 'u');
  SELECT statements || coalesce(array_agg(pg_get_indexdef(indexrelid)), '{}') INTO statements FROM pg_index
   WHERE indrelid = source::regclass AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid);
  SELECT statements || coalesce(array_agg(format('CREATE POLICY %I ON %I USING (%s)%s', polname, source,
           pg_get_expr(polqual, polrelid), ' WITH CHECK (' || pg_get_expr(polwithcheck, polrelid) || ')')), '{}')
    INTO statements FROM pg_policy WHERE polrelid = source::regclass;
  SELECT statements || coalesce(array_agg(format('GRANT %s ON %I TO %I', privilege_type, source, grantee)), '{}')
    INTO statements FROM information_schema.role_table_grants
   WHERE table_schema = 'public' AND table_name = source AND grantee <> current_user;

  -- Its names are wanted by the new one.
  FOR statement IN SELECT format('ALTER INDEX %s RENAME TO %I', indexrelid::regclass, relname || '_unpartitioned')
    FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid WHERE indrelid = source::regclass
  LOOP EXECUTE statement; END LOOP;
  EXECUTE format('ALTER TABLE %I RENAME TO %I', source, old);

  EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE INCLUDING COMMENTS)
                  PARTITION BY HASH (tenant_id)', source, old);
  FOR remainder IN 0 .. partitions - 1 LOOP
    EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES WITH (MODULUS %s, REMAINDER %s)',
                   source || '_' || remainder, source, partitions, remainder);
    -- No one is granted a partition by itself; should somebody be one day, it shows nothing.
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', source || '_' || remainder);
  END LOOP;
  EXECUTE format('INSERT INTO %I SELECT * FROM %I', source, old);
  GET DIAGNOSTICS moved = ROW_COUNT;
  FOREACH statement IN ARRAY statements LOOP EXECUTE statement; END LOOP;
  EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', source);
  -- As the service sets it: no plan depends on which tenants the last ANALYZE saw. Goes to the partitions too.
  EXECUTE format('ALTER TABLE %I ALTER COLUMN tenant_id SET STATISTICS 0', source);
  EXECUTE format('DROP TABLE %I', old);
  RETURN moved;
END $$;

CREATE TEMPORARY TABLE tables_to_partition AS
  SELECT name, name::regclass AS id FROM unnest('{memories,memory_tags,memory_features,memory_mentions}'::text[]) AS name
   WHERE to_regclass(name) IS NOT NULL AND (SELECT relkind FROM pg_class WHERE oid = to_regclass(name)) = 'r';

-- Foreign keys between them go first and come back last.
CREATE TEMPORARY TABLE keys_between AS
  SELECT conrelid::regclass::text AS source, conname AS name, pg_get_constraintdef(c.oid) AS definition
    FROM pg_constraint c WHERE contype = 'f' AND confrelid IN (SELECT id FROM tables_to_partition);
SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', source, name) FROM keys_between \gexec
SELECT name, pg_temp.partition_by_tenant(name, :partitions) AS rows FROM tables_to_partition;
SELECT format('ALTER TABLE %s ADD CONSTRAINT %I %s', source, name, definition) FROM keys_between \gexec

COMMIT;
ANALYZE;
