#!/usr/bin/env bash
# `npm run test:fuzz -- [--cases N] [--seed N]`: installs Schemathesis beside node_modules, once, and runs it.
# --cases: about so many made-up requests, over all operations, beside those of the examples and of each rule.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
VENV=node_modules/.cache/mneme-fuzz
REQUIREMENTS=test/fuzz/requirements.txt
if ! cmp --silent "$REQUIREMENTS" "$VENV/requirements.txt"; then
  rm -rf "$VENV" && python3 -m venv "$VENV"
  "$VENV/bin/pip" install --quiet --disable-pip-version-check --no-compile --only-binary :all: \
    --require-hashes -r "$REQUIREMENTS"
  cp "$REQUIREMENTS" "$VENV/requirements.txt"
fi
node tools/build-service.mjs
exec node test/fuzz/fuzz.mjs --schemathesis "$PWD/$VENV/bin/st" "$@"
