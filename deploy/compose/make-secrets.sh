#!/usr/bin/env bash
# Makes what docker-compose.yml needs and no one should have to invent: the database's password, and the service's
# secrets as a file that node reads (--env-file). What is there already is kept: another KEY_PEPPER makes every API key
# invalid, without SECRETS_KEY no webhook can be signed. POSTGRES_PASSWORD, where it is set, is the password.
# Usage: make-secrets.sh [FOLDER [UID of the service]]
set -euo pipefail
folder=${1:-/run/mneme} service=${2:-1000}

random() { head -c 32 /dev/urandom | base64 --wrap=0; }

if [[ ! -s $folder/postgres-password ]]; then
  password=${POSTGRES_PASSWORD:-$(head -c 24 /dev/urandom | od -An -tx1 | tr -d ' \n')}
  if [[ ! $password =~ ^[A-Za-z0-9._~-]+$ ]]; then
    echo 'POSTGRES_PASSWORD may have letters, digits and . _ ~ - (it becomes part of a URL)' >&2
    exit 1
  fi
  # Read by the database's own account.
  (umask 022 && printf '%s' "$password" >"$folder/postgres-password.new")
  mv "$folder/postgres-password.new" "$folder/postgres-password"
elif [[ -n ${POSTGRES_PASSWORD:-} && $POSTGRES_PASSWORD != "$(<"$folder/postgres-password")" ]]; then
  echo 'POSTGRES_PASSWORD is another than the one that the database was made with: change it there first (ALTER ROLE)' >&2
  exit 1
fi

if [[ ! -s $folder/service.env ]]; then
  (
    umask 077
    cat >"$folder/service.env.new" <<END
DATABASE_URL=postgres://mneme:$(<"$folder/postgres-password")@postgres:5432/mneme
KEY_PEPPER=$(random)
SERVICE_JWT_KEY=$(random)
SECRETS_KEY=$(random)
END
  )
  chown "$service" "$folder/service.env.new"
  mv "$folder/service.env.new" "$folder/service.env"
  echo 'secrets made: keep a copy of the volume'
fi
