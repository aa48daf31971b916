// Builds the service into dist/, unless what is there was made from the sources as they are: `nest build` takes 3 s, and
// most starts change nothing. Usage: node tools/build-service.mjs
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCES = [
  'apps',
  'libs',
  'packages/client/src',
  'nest-cli.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
  '.swcrc',
];
const STAMP = 'dist/.built';

/** Whether nothing was changed, added or removed since the build: a folder is changed by what it loses. @param root of the repository */
export function isCurrent(root) {
  const stamp = join(root, STAMP);
  if (!existsSync(stamp)) return false;
  const { mtimeMs: builtAt } = statSync(stamp);
  return SOURCES.every((source) => isOlder(join(root, source), builtAt));
}

function isOlder(path, time) {
  const entry = statSync(path, { throwIfNoEntry: false });
  if (entry === undefined) return true;
  if (entry.mtimeMs >= time) return false;
  return !entry.isDirectory() || readdirSync(path).every((name) => isOlder(join(path, name), time));
}

/** @returns the exit code of the build */
function build(root) {
  // Before the build: what is saved while it runs is built the next time.
  const startedAt = new Date();
  const nest = join(root, 'node_modules/@nestjs/cli/bin/nest.js');
  const { status } = spawnSync(process.execPath, [nest, 'build', 'api'], { cwd: root, stdio: ['ignore', 2, 2] });
  if (status === 0) {
    const stamp = join(root, STAMP);
    writeFileSync(stamp, '');
    utimesSync(stamp, startedAt, startedAt);
  }
  return status ?? 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = dirname(dirname(fileURLToPath(import.meta.url)));
  process.exitCode = isCurrent(root) ? 0 : build(root);
}
