import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Compilers and linters run over a copy of the whole tree. */
const CHECKS_MS = 900_000;

describe('npm run new:feature', () => {
  let copy: string;
  const run = (command: string, ...args: string[]): string =>
    execFileSync(command, args, { cwd: copy, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), 'mneme-new-feature-'));
    execFileSync('bash', ['-c', `git ls-files -co --exclude-standard -z | tar c --null -T - | tar x -C '${copy}'`]);
    symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
    run('git', 'init', '--quiet');
  });
  afterAll(() => rmSync(copy, { recursive: true }));

  it(
    'makes a feature that passes every check',
    () => {
      run('node', 'tools/new-feature/new-feature.mjs', 'reading-lists');
      expect(readFileSync(join(copy, 'apps/api/features.ts'), 'utf8')).toContain('  readingListsFeature,\n');
      run('npx', 'tsc', '--noEmit', '--incremental', 'false');
      run('npx', 'eslint', '--max-warnings', '0', 'libs/reading-lists', 'test/e2e/reading-lists', 'apps/api');
      run('npx', 'depcruise', '.');
      run('npx', 'knip');
      run('npx', 'prettier', '--check', '.');
    },
    CHECKS_MS,
  );

  it.each([[['Reading']], [['sheep', 'sheep']], [[]], [['memories']]])('refuses %j', (args) => {
    expect(() => run('node', 'tools/new-feature/new-feature.mjs', ...args)).toThrow();
  });
});
