-- Makes the roles that an installation uses, as an administrator of the server, before the first migration:
--   mneme_app       the application's rights; no login
--   mneme_migrator  owns the tables and migrates: DATABASE_URL, for the migration alone
--   mneme_service   the login of API and workers: DATABASE_APP_URL
--   mneme_backup    reads everything past row security: BACKUP_DATABASE_URL, for deploy/backup/dump.sh alone
-- Roles that are there already are kept, with their passwords.
--
--   psql --dbname "$ADMIN_URL" --set migrator_password=… --set service_password=… --set backup_password=… \
--     --file deploy/postgres/roles.sql
--
-- Other names: --set migrator=… --set service=… --set backup=…
-- A database that keeps its vectors itself also needs the extension: CREATE EXTENSION vector;
\set ON_ERROR_STOP on
\if :{?migrator} \else \set migrator mneme_migrator \endif
\if :{?service} \else \set service mneme_service \endif
\if :{?backup} \else \set backup mneme_backup \endif

SELECT format('CREATE ROLE %I %s', name, attributes) AS "made"
  FROM (VALUES ('mneme_app', 'NOLOGIN NOSUPERUSER NOBYPASSRLS'),
               (:'migrator', format('LOGIN NOSUPERUSER NOBYPASSRLS PASSWORD %L', :'migrator_password')),
               (:'service', format('LOGIN NOSUPERUSER NOBYPASSRLS PASSWORD %L', :'service_password')),
               (:'backup', format('LOGIN NOSUPERUSER BYPASSRLS PASSWORD %L', :'backup_password'))) AS roles (name, attributes)
 WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name)
\gexec

GRANT mneme_app TO :"migrator", :"service";
GRANT CREATE, USAGE ON SCHEMA public TO :"migrator";
GRANT pg_read_all_data TO :"backup";
