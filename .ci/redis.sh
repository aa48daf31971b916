# A Redis of this run's own: installed from Debian where missing, on a free loopback port, nothing of it kept.
# start_redis sets REDIS_SERVER_URL; stop_redis ends what start_redis began, and nothing else.

REDIS_SERVER_URL=
REDIS_PID=

install_redis() {
  if ((EUID != 0)); then
    echo 'Redis is missing, and only root can install it: apt-get install redis-server' >&2
    return 1
  fi
  # A container has no init to start a service with; where there is one, the package's own server is left alone.
  DEBIAN_FRONTEND=noninteractive apt-get update -qq &&
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends redis-server >/dev/null
}

start_redis() {
  command -v redis-server >/dev/null || install_redis || return 1
  local dir=$WORK/redis port
  mkdir -m 700 "$dir"
  port=$(node -e "const s = require('node:net').createServer();
    s.listen(0, '127.0.0.1', () => s.close(console.log(s.address().port)))")
  redis-server --bind 127.0.0.1 --port "$port" --dir "$dir" --save '' --appendonly no >"$WORK/redis.log" 2>&1 &
  REDIS_PID=$!
  for _ in {1..60}; do
    if [[ $(redis-cli -h 127.0.0.1 -p "$port" ping 2>/dev/null) == PONG ]]; then
      redis-server --version
      REDIS_SERVER_URL=redis://127.0.0.1:$port
      return 0
    fi
    kill -0 "$REDIS_PID" 2>/dev/null || break
    sleep 0.5
  done
  cat "$WORK/redis.log"
  return 1
}

stop_redis() {
  if [[ -z $REDIS_PID ]]; then return 0; fi
  kill -TERM "$REDIS_PID" 2>/dev/null || true
  wait "$REDIS_PID" 2>/dev/null || true
  REDIS_PID='' REDIS_SERVER_URL=''
}
