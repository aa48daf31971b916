#!/usr/bin/env node
// Starts the command line, building it first in a fresh clone. Standard output stays the command's own (`--json`).
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const main = new URL('../dist/apps/cli/main.js', import.meta.url);

if (!existsSync(main)) {
  const nest = fileURLToPath(new URL('../node_modules/@nestjs/cli/bin/nest.js', import.meta.url));
  const build = spawnSync(process.execPath, [nest, 'build', 'api'], { cwd: root, stdio: ['ignore', 2, 2] });
  if (build.status !== 0) process.exit(1);
}
process.setSourceMapsEnabled(true);
await import(main.href);
