# A PostgreSQL of this run's own: installed from Debian where missing, its cluster in $WORK, on a free loopback port.
# start_postgres sets POSTGRES_URL; stop_postgres ends what start_postgres began, and nothing else.

POSTGRES_URL=
POSTGRES_PID=

postgres_bin() { ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1; }

# PostgreSQL refuses to run as root. `env` where this is not root.
AS_POSTGRES=(env)
if ((EUID == 0)); then AS_POSTGRES=(setpriv --reuid=postgres --regid=postgres --init-groups); fi

install_postgres() {
  if ((EUID != 0)); then
    echo 'PostgreSQL is missing, and only root can install it: apt-get install postgresql' >&2
    return 1
  fi
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq && apt-get install -y -qq --no-install-recommends postgresql-common >/dev/null || return 1
  # No cluster of the package's own: this run makes one, and leaves none behind.
  mkdir -p /etc/postgresql-common/createcluster.d
  echo 'create_main_cluster = false' >/etc/postgresql-common/createcluster.d/mneme-ci.conf
  apt-get install -y -qq --no-install-recommends postgresql >/dev/null
}

start_postgres() {
  [[ -n $(postgres_bin) ]] || install_postgres || return 1
  local bin dir=$WORK/postgres port
  bin=$(postgres_bin)
  mkdir -m 700 "$dir"
  if ((EUID == 0)); then chown postgres: "$dir"; fi
  port=$(node -e "const s = require('node:net').createServer();
    s.listen(0, '127.0.0.1', () => s.close(console.log(s.address().port)))")
  # From its own folder: the account may not enter this one.
  (cd "$dir" && "${AS_POSTGRES[@]}" "$bin/initdb" --pgdata="$dir/data" --username=mneme --auth=trust \
    --encoding=UTF8 --locale=C.UTF-8 >"$WORK/initdb.log" 2>&1) || { cat "$WORK/initdb.log" && return 1; }
  "${AS_POSTGRES[@]}" "$bin/postgres" -D "$dir/data" -p "$port" -k "$dir" -c listen_addresses=127.0.0.1 \
    -c fsync=off -c max_connections=200 >"$WORK/postgres.log" 2>&1 &
  POSTGRES_PID=$!
  for _ in {1..60}; do
    if "$bin/pg_isready" -q -h 127.0.0.1 -p "$port"; then
      "$bin/psql" -h 127.0.0.1 -p "$port" -U mneme -d postgres -Atc 'SELECT version()' || return 1
      POSTGRES_URL=postgres://mneme@127.0.0.1:$port/postgres
      return 0
    fi
    kill -0 "$POSTGRES_PID" 2>/dev/null || break
    sleep 0.5
  done
  cat "$WORK/postgres.log"
  return 1
}

stop_postgres() {
  if [[ -z $POSTGRES_PID ]]; then return 0; fi
  kill -INT "$POSTGRES_PID" 2>/dev/null || true # fast shutdown
  wait "$POSTGRES_PID" 2>/dev/null || true
  POSTGRES_PID='' POSTGRES_URL=''
}
