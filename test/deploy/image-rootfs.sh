#!/usr/bin/env bash
# Carries out the Dockerfile's own steps in a folder, without a container engine, and tries what comes out: read-only,
# unprivileged, node as process 1, on a new database of TEST_DATABASE_URL. Needs root (for namespaces), Node.js and npm.
# The base image's Node.js comes from npm in the very version that the Dockerfile names; its Debian is this machine's.
# Usage: TEST_DATABASE_URL=postgres://… bash test/deploy/image-rootfs.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
: "${TEST_DATABASE_URL:?a PostgreSQL to try the image on}"
if ((EUID != 0)); then
  echo 'only root may play the container engine (namespaces, and the image has files of two users)' >&2
  exit 1
fi

version=$(sed -n 's/^ARG NODE_IMAGE=node:\([0-9.]*\)-.*/\1/p' Dockerfile)
WORK=$(mktemp -d "${TMPDIR:-/tmp}/mneme-image.XXXXXX")
trap 'rm -rf "$WORK"' EXIT
chmod 711 "$WORK"
package="node-linux-$(node -p process.arch)"
npm install --silent --prefix "$WORK/node" --no-save --no-package-lock --ignore-scripts "$package@$version"
NODE_DIR=$WORK/node/node_modules/$package
[[ $("$NODE_DIR/bin/node" --version) == "v$version" ]]
npx nest build --config test/nest-cli.json
export WORK NODE_DIR
node --enable-source-maps dist-test/test/deploy/image-rootfs.main.js
