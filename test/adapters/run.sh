#!/usr/bin/env bash
# `npm run test:adapters`: @mneme/adapters, packed as its users get it, with the real frameworks and a service of its own:
# types, tests, the code of the guide, and the examples of docs/examples/adapters. Wants Node.js 22.13 or newer. The
# frameworks are installed in node_modules/.cache, once. Arguments are names of tests: `npm run test:adapters -- mastra`.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
stage=node_modules/.cache/mneme-adapters
work=$(mktemp -d "${TMPDIR:-/tmp}/mneme-adapters.XXXXXX")
service=
trap 'if [[ -n $service ]]; then kill "$service" 2>/dev/null && wait "$service" || true; fi; rm -rf "$work"' EXIT

install_frameworks() {
  cmp --silent test/adapters/package-lock.json "$stage/installed.json" && return
  rm -rf "$stage" && mkdir -p "$stage"
  cp test/adapters/package.json test/adapters/package-lock.json "$stage"
  npm ci --prefix "$stage" --ignore-scripts --no-audit --no-fund
  cp test/adapters/package-lock.json "$stage/installed.json"
}

# unpack PACKAGE FOLDER: what `npm install` of the packed package would put there
unpack() {
  npm pack --silent --pack-destination "$work" "./packages/$1" >/dev/null
  rm -rf "$2" && mkdir -p "$2"
  tar -xzf "$work/mneme-$1"-*.tgz -C "$2" --strip-components=1
}

# Version 7 of the AI SDK is `ai` in the stage. The older ones each have a folder where `ai` is theirs.
stage_sources() {
  rm -rf "$stage"/{src,examples,snippets,ai-5,ai-6} "$stage"/*.mjs
  unpack client "$stage/node_modules/@mneme/client"
  unpack adapters "$stage/node_modules/@mneme/adapters"
  cp test/adapters/{*.test,support}.mjs test/adapters/tsconfig.json "$stage"
  cp -r docs/examples/adapters "$stage/examples"
  cp -r packages/adapters/src "$stage/src"
  rm "$stage/src/peers.d.ts"
  node test/adapters/snippets.mjs "$stage/snippets" docs/guides/frameworks.md packages/adapters/README.md
  for version in ai-5 ai-6; do
    mkdir -p "$stage/$version/node_modules/@mneme"
    ln -s "../../node_modules/$version" "$stage/$version/node_modules/ai"
    cp -r "$stage/node_modules/@mneme/adapters" "$stage/$version/node_modules/@mneme"
    mkdir "$stage/$version/examples" "$stage/$version/src"
    cp test/adapters/{ai-sdk.test,support}.mjs test/adapters/tsconfig.json "$stage/$version"
    cp docs/examples/adapters/{ai-sdk,mock-model,mock-answer}.mjs "$stage/$version/examples"
    cp -r packages/adapters/src/{ai-sdk.ts,shared} "$stage/$version/src"
  done
}

start_service() {
  MNEME_DATA_DIR="$work/data" PORT=0 EMBEDDING_MODEL=builtin-fast LOG_LEVEL=error WARM_UP=off \
    node --max-semi-space-size=8 dist/apps/api/main.js >"$work/banner" &
  service=$!
  for _ in $(seq 240); do grep -q '^API key' "$work/banner" && break; kill -0 "$service"; sleep 0.25; done
  MNEME_URL=$(sed -nE 's|^API +(http://[^/]+)/.*|\1|p' "$work/banner")
  MNEME_TENANT=00000000-0000-0000-0000-000000000001
  MNEME_API_KEY=$(cat "$work/data/dev-key")
  export MNEME_URL MNEME_TENANT MNEME_API_KEY
}

# try_example FILE: its model was sent the memory, and no memory of another example
try_example() {
  node "$1" >"$work/output" && grep -q '^The model was sent: ' "$work/output" || return 1
  grep -q 'drinks tea, never coffee' "$work/output" && grep -qx 'Anna drinks tea\.' "$work/output" || return 1
  (cd "$stage" && node --input-type=module -e "import { Mneme } from '@mneme/client';
    await new Mneme().memories.deleteMany({ filter: { metadata: { userId: 'anna' } } });")
}

install_frameworks
node tools/build-service.mjs
npm run --silent adapters:build
stage_sources
start_service
if (($# == 0)); then
  for folder in "$stage" "$stage/ai-5" "$stage/ai-6"; do node node_modules/typescript/bin/tsc -p "$folder"; done
  for example in "$stage"/examples/*.mjs "$stage"/ai-[56]/examples/ai-sdk.mjs; do
    case $example in */mock-*) continue ;; esac
    echo "$example" && try_example "$example" || { cat "$work/output" && exit 1; }
  done
  set -- "$stage"/*.test.mjs "$stage"/ai-[56]/*.test.mjs
else
  set -- "${@/#/$stage/}"
  set -- "${@/%/.test.mjs}"
fi
# One by one: the runner leaves out what is below node_modules.
failed=0
for file in "$@"; do echo "$file" && node "$file" || failed=1; done
exit "$failed"
