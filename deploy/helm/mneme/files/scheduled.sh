#!/usr/bin/env bash
# Adds a backup to a folder and removes the oldest: what the CronJob of the Helm chart runs, and a crontab can.
# A backup that fails removes none.
# Usage: BACKUP_DATABASE_URL=postgres://SUPERUSER_OR_BYPASSRLS@host/database [KEEP=14] scheduled.sh FOLDER
set -euo pipefail
folder=${1:?the folder of the backups} keep=${KEEP:-14} url=${BACKUP_DATABASE_URL:?the database, as a role that bypasses row security}
if [[ ! $keep =~ ^[1-9][0-9]*$ ]]; then
  echo "KEEP must be a whole number from 1 on" >&2
  exit 1
fi

# What a backup left that was killed.
rm -f "$folder"/mneme-*.dump.part
DATABASE_URL=$url bash "$(dirname "${BASH_SOURCE[0]}")/dump.sh" "$folder/mneme-$(date -u +%Y%m%dT%H%M%SZ).dump"

# By their names, which sort by time.
mapfile -t dumps < <(printf '%s\n' "$folder"/mneme-????????T??????Z.dump | sort --reverse)
for old in "${dumps[@]:keep}"; do
  rm "$old"
  echo "removed: $old"
done
