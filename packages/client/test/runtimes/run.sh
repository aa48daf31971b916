#!/usr/bin/env bash
# The smoke test on this Node.js, on 22 and 24, Bun and Deno, against a service that it starts on a folder of its own. The
# runtimes are npm packages of the platform's binary. Usage: npm run client:build && bash packages/client/test/runtimes/run.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../../../.."
work=$(mktemp -d "${TMPDIR:-/tmp}/mneme-runtimes.XXXXXX")
service=
trap 'if [[ -n $service ]]; then kill "$service" 2>/dev/null && wait "$service" || true; fi; rm -rf "$work"' EXIT

arch=$(node -p process.arch)
case $arch in x64) deno=x64 bun=x64-baseline ;; arm64) deno=arm64 bun=aarch64 ;; esac
install() { npm install --silent --prefix "$work/$1" --no-save --no-package-lock --ignore-scripts "$2"; }
install node22 "node-linux-$arch@22"
install node24 "node-linux-$arch@24.21.0"
install bun "@oven/bun-linux-$bun@1.4.5"
install deno "@deno/linux-$deno-glibc@2.9.6"

node tools/build-service.mjs
MNEME_DATA_DIR="$work/data" PORT=0 EMBEDDING_MODEL=builtin-fast LOG_LEVEL=error WARM_UP=off \
  node --max-semi-space-size=8 dist/apps/api/main.js >"$work/banner" &
service=$!
for _ in $(seq 240); do grep -q '^API key' "$work/banner" && break; kill -0 "$service"; sleep 0.25; done
MNEME_URL=$(sed -nE 's|^API +(http://[^/]+)/.*|\1|p' "$work/banner")
MNEME_TENANT=00000000-0000-0000-0000-000000000001
MNEME_API_KEY=$(cat "$work/data/dev-key")
export MNEME_URL MNEME_TENANT MNEME_API_KEY

smoke=packages/client/test/runtimes/smoke.mjs
for node in node "$work/node22/node_modules/node-linux-$arch/bin/node" "$work/node24/node_modules/node-linux-$arch/bin/node"; do
  "$node" "$smoke"
  "$node" packages/client/test/runtimes/require.cjs
done
"$(find "$work/bun" -type f -name bun -perm -u+x | head -1)" "$smoke"
DENO_NO_UPDATE_CHECK=1 "$(find "$work/deno" -type f -name deno -perm -u+x | head -1)" run \
  --allow-env=MNEME_API_KEY,MNEME_TENANT,MNEME_URL --allow-net "$smoke"
