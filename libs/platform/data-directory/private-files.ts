import { chmod, lstat, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Everybody but the owner. */
const OTHERS = 0o077;
const MINE = 0o700;

/** Makes a folder that only this user may enter, or takes that from everybody else. @throws Error that says why it cannot */
export async function privateFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: MINE });
  await takeFromOthers(path);
  const { mode } = await lstat(path);
  await chmod(path, (mode & 0o777) | MINE);
}

/**
 * Takes a file, or a folder with all that is in it, from everybody but this user. Links in it are left as they are, and
 * not followed. What is not there is no error.
 * @throws Error that says why it cannot: a link, a file of another user, a file system without modes
 */
export async function makePrivate(path: string): Promise<void> {
  if ((await takeFromOthers(path)) !== 'folder') return;
  const entries = await readdir(path, { withFileTypes: true });
  // What others could put here before the folder was closed is checked once they no longer can.
  for (const entry of entries) if (!entry.isSymbolicLink()) await makePrivate(join(path, entry.name));
}

async function takeFromOthers(path: string): Promise<'folder' | 'file' | 'nothing'> {
  const found = await lstat(path).catch(ignoreMissing);
  if (found === undefined) return 'nothing';
  if (found.isSymbolicLink()) throw new Error(`${path} is a symbolic link`);
  const user = process.getuid?.();
  // Where users have no numbers, modes say nothing.
  if (user !== undefined) {
    if (found.uid !== user) throw new Error(`${path} belongs to another user (${found.uid}, this is ${user})`);
    if ((found.mode & OTHERS) !== 0) {
      await chmod(path, found.mode & 0o777 & ~OTHERS);
      const { mode } = await lstat(path);
      if ((mode & OTHERS) !== 0) throw new Error(`${path} stays open to other users although its mode was set`);
    }
  }
  return found.isDirectory() ? 'folder' : 'file';
}

function ignoreMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}
