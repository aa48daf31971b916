// Builds the service into dist/ and the console into dist-console/, unless what is there was made from the sources as they
// are: the two take 4 s, and most starts change nothing. Usage: node tools/build-service.mjs [service|console]
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CONSOLE = 'apps/console';

/** What is built apart, from which files and folders, and how. */
const BUILDS = {
  service: {
    output: 'dist',
    sources: [
      'apps',
      'libs',
      'packages/client/src',
      'nest-cli.json',
      'package-lock.json',
      'tsconfig.json',
      'tsconfig.build.json',
      '.swcrc',
    ],
    leftOut: CONSOLE,
    command: ['node_modules/@nestjs/cli/bin/nest.js', 'build', 'api'],
  },
  console: {
    output: 'dist-console',
    sources: [CONSOLE, 'packages/client/src', 'package-lock.json'],
    command: ['node_modules/vite/bin/vite.js', 'build', CONSOLE, '--logLevel', 'warn'],
  },
};

/**
 * Whether nothing was changed, added or removed since the build: a folder is changed by what it loses.
 * @param root of the repository
 * @param name of the build
 */
export function isCurrent(root, name = 'service') {
  const { output, sources, leftOut } = BUILDS[name];
  const stamp = join(root, output, '.built');
  if (!existsSync(stamp)) return false;
  const { mtimeMs: builtAt } = statSync(stamp);
  const isOlder = (source) => {
    const path = join(root, source);
    const entry = statSync(path, { throwIfNoEntry: false });
    if (entry === undefined || source === leftOut) return true;
    if (entry.mtimeMs >= builtAt) return false;
    return !entry.isDirectory() || readdirSync(path).every((each) => isOlder(`${source}/${each}`));
  };
  return sources.every(isOlder);
}

/** @returns the exit code of the build */
function build(root, name) {
  const { output, command } = BUILDS[name];
  // Before the build: what is saved while it runs is built the next time.
  const startedAt = new Date();
  const [script, ...args] = command;
  const { status } = spawnSync(process.execPath, [join(root, script), ...args], { cwd: root, stdio: ['ignore', 2, 2] });
  if (status === 0) {
    const stamp = join(root, output, '.built');
    writeFileSync(stamp, '');
    utimesSync(stamp, startedAt, startedAt);
  }
  return status ?? 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = dirname(dirname(fileURLToPath(import.meta.url)));
  const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(BUILDS);
  // Stops at the first that fails.
  process.exitCode = names.every((name) => isCurrent(root, name) || build(root, name) === 0) ? 0 : 1;
}
