#!/usr/bin/env bash
# Writes everything of Mneme that cannot be made again into one file: the PostgreSQL database, in pg_dump's own format.
# While the service runs: it is a picture of one moment. Vectors kept in PostgreSQL are left out, reindex makes them.
# The login that dumps must see all tenants: row security is forced, so the owner of the tables sees nothing of them.
# Usage: DATABASE_URL=postgres://SUPERUSER_OR_BYPASSRLS@host/database dump.sh FILE
set -euo pipefail
# The file holds every memory and the hashes of the keys.
umask 077
file=${1:?the file to write} url=${DATABASE_URL:?the database, as a role that bypasses row security}
query() { psql --no-psqlrc --tuples-only --no-align --set ON_ERROR_STOP=1 --dbname "$url" --command "$1"; }

if [[ $(query "SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user") != t ]]; then
  echo "$(query 'SELECT current_user') does not see past row security: its dump would have no memories.
Dump as a superuser, or make a role for it: CREATE ROLE mneme_backup LOGIN BYPASSRLS PASSWORD '…'; GRANT pg_read_all_data TO mneme_backup;" >&2
  exit 1
fi

# --enable-row-security is off: pg_dump fails rather than leaving out what it may not see.
pg_dump --format custom --compress 6 --no-owner --schema public --dbname "$url" --file "$file.part" \
  --exclude-table-data 'vector_memories*' --exclude-table-data 'vector_points*' --exclude-table-data 'vector_terms*'
# What cannot be read back is no backup.
pg_restore --list "$file.part" >/dev/null
mv "$file.part" "$file"
echo "$(query 'SELECT coalesce(sum(memories), 0) FROM memory_totals') memories, $(du -h "$file" | cut -f 1): $file"
echo 'Keep KEY_PEPPER and SECRETS_KEY with it: without the first no API key works, without the second no webhook.'
