#!/usr/bin/env bash
# Puts what dump.sh wrote into an empty database. Afterwards: `mneme reindex`, with the service started or not.
# Usage: DATABASE_URL=postgres://MIGRATOR@host/empty_database restore.sh FILE
set -euo pipefail
file=${1:?the file to read} url=${DATABASE_URL:?an empty database, as the role that will migrate it}
query() { psql --no-psqlrc --tuples-only --no-align --set ON_ERROR_STOP=1 --dbname "$url" --command "$1"; }

if [[ $(query "SELECT count(*) FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'") != 0 ]]; then
  echo 'The database is not empty: nothing was changed.' >&2
  exit 1
fi

# The dump grants to the application's role, which belongs to the server and not to the database.
query "DO \$\$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'mneme_app') THEN
    CREATE ROLE mneme_app NOLOGIN NOSUPERUSER NOBYPASSRLS;
  END IF;
  IF NOT pg_has_role(CURRENT_USER, 'mneme_app', 'MEMBER') THEN EXECUTE 'GRANT mneme_app TO CURRENT_USER'; END IF;
END \$\$" >/dev/null
# Everything or nothing. The schema public is there already; extensions are the server's.
pg_restore --list "$file" | grep -v ' SCHEMA - public ' >"$file.list"
trap 'rm -f "$file.list"' EXIT
if grep -q ' TABLE public vector_points' "$file.list"; then query 'CREATE EXTENSION IF NOT EXISTS vector' >/dev/null; fi
pg_restore --no-owner --single-transaction --exit-on-error --use-list "$file.list" --dbname "$url" "$file"
query ANALYZE >/dev/null
# By the planner's count: row security hides the rows from the migrator, too.
echo "$(query "SELECT reltuples::bigint FROM pg_class WHERE oid = 'public.memories'::regclass") memories restored. Now: mneme reindex"
