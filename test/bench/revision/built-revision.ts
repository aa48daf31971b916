import { execFile } from 'node:child_process';
import { access, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { REPOSITORY } from './built.js';

const run = promisify(execFile);
/** What the service and this benchmark are run from. */
const BUILD = ['node_modules/@nestjs/cli/bin/nest.js', 'build', '--config', 'test/nest-cli.json'];

/** Another commit, built as this one is. */
export interface BuiltRevision {
  /** Short enough for a table. */
  readonly commit: string;
  /** Folder of its build. */
  readonly built: string;
}

/**
 * Builds a commit beside this one, once. It gets the packages of this checkout where it asks for the same ones.
 *
 * @param revision anything that Git knows it by
 * @throws TypeError where Git knows no such commit
 */
export async function builtRevision(revision: string): Promise<BuiltRevision> {
  const commit = await commitOf(revision);
  // Not below node_modules: the compiler takes what is there for foreign.
  const folder = join(tmpdir(), `mneme-revision-${commit}`);
  if (!(await exists(folder))) await build(commit, folder);
  return { commit, built: join(folder, 'dist-test') };
}

async function commitOf(revision: string): Promise<string> {
  const words = ['rev-parse', '--short=10', '--verify', '--end-of-options', `${revision}^{commit}`];
  const found = await run('git', words, { cwd: REPOSITORY }).catch(() => undefined);
  if (found === undefined) throw new TypeError(`there is no commit ${revision}`);
  return found.stdout.trim();
}

/** What is there under its name is whole. */
async function build(commit: string, folder: string): Promise<void> {
  const unfinished = `${folder}.new`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true });
  const tar = `${unfinished}.tar`;
  await run('git', ['archive', '--output', tar, commit], { cwd: REPOSITORY });
  await run('tar', ['--extract', '--file', tar, '--directory', unfinished]);
  await rm(tar);
  const locks = [REPOSITORY, unfinished].map((root) => readFile(join(root, 'package-lock.json'), 'utf8'));
  const [ours, theirs] = await Promise.all(locks);
  if (ours === theirs) await symlink(join(REPOSITORY, 'node_modules'), join(unfinished, 'node_modules'));
  else await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: unfinished });
  await run(process.execPath, BUILD, { cwd: unfinished });
  await rename(unfinished, folder);
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
