import { createHash, randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, mkdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import type { Secrets } from '../config/app-config.js';
import { DirectoryLock } from './directory-lock.js';
import { makePrivate, privateFolder } from './private-files.js';

/** Grows when older programs can no longer read the directory. */
const FORMAT = 1;
/** The address of a Unix socket has 108 bytes, one of them a NUL. */
const MAX_SOCKET_PATH_LENGTH = 90;

/** What is ours in the folder, beside the sockets; other files there are left alone. */
const OURS = ['FORMAT', 'secrets.json', 'dev-key', 'database', 'database.new'];

/** The folder of the embedded mode: database files, generated secrets, sockets. Held by one process at a time. */
export class DataDirectory {
  private constructor(
    /** Absolute, without links. */
    readonly path: string,
    /** Only this user may enter it. */
    readonly socketDir: string,
    readonly lock: DirectoryLock,
  ) {}

  /**
   * Makes the folder where missing, takes its lock, and takes what is in it from every other user of the machine.
   * @throws DirectoryInUseError where another process holds it
   * @throws Error where it cannot be written or kept from other users, or was made by a newer version
   */
  static async open(folder: string): Promise<DataDirectory> {
    const { path, socketDir } = await prepare(folder);
    const lock = await DirectoryLock.take(lockSocket(socketDir), path);
    try {
      await checkFormat(path);
      await usable(folder, () => Promise.all(OURS.map((name) => makePrivate(join(path, name)))));
      return new DataDirectory(path, socketDir, lock);
    } catch (error) {
      await lock.release();
      throw error;
    }
  }

  /** Where a process that holds the folder listens for commands; undefined where the folder does not exist. */
  static async commandSocket(folder: string): Promise<string | undefined> {
    const path = await realpath(folder).catch(() => undefined);
    return path === undefined ? undefined : lockSocket(socketDirOf(path));
  }

  get databaseDir(): string {
    return join(this.path, 'database');
  }

  /** Generated at the first start, mode 0600. */
  async secrets(): Promise<Secrets> {
    const kept = JSON.parse((await this.read('secrets.json')) ?? '{}') as Partial<Secrets>;
    const fresh = { keyPepper: randomSecret(), serviceJwtKey: randomSecret(), secretsKey: randomSecret() };
    const secrets = { ...fresh, ...kept };
    // An older version knew fewer.
    if (Object.keys(kept).length < Object.keys(secrets).length) {
      await this.write('secrets.json', JSON.stringify(secrets));
    }
    return secrets;
  }

  /** The content of a small private file; undefined where there is none. */
  async read(name: string): Promise<string | undefined> {
    const content = await readFile(join(this.path, name), 'utf8').catch(() => '');
    return content.trim() === '' ? undefined : content.trim();
  }

  /** Writes a small private file, mode 0600: whole or not at all. */
  async write(name: string, content: string): Promise<void> {
    const file = join(this.path, name);
    // One that a killed process left would keep its mode.
    await rm(`${file}.new`, { force: true });
    await writeFile(`${file}.new`, `${content}\n`, { mode: 0o600, flush: true, flag: 'wx' });
    await rename(`${file}.new`, file);
  }

  async close(): Promise<void> {
    await this.lock.release();
  }
}

function randomSecret(): string {
  return randomBytes(32).toString('base64url');
}

async function prepare(folder: string): Promise<{ path: string; socketDir: string }> {
  return usable(folder, async () => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = await realpath(folder);
    await privateFolder(path);
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
    const socketDir = socketDirOf(path);
    await privateFolder(socketDir);
    return { path, socketDir };
  });
}

/** @throws Error that says which folder cannot be used, why, and the way out */
async function usable<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new Error(
      `The data directory ${folder} cannot be used: ${reason(error)}. ` +
        'Set MNEME_DATA_DIR to a folder that this user can write and that no other user has to read.',
      { cause: error },
    );
  }
}

/** Inside the folder; beside the system's temporary files where that address would be too long for a socket. */
function socketDirOf(path: string): string {
  const inside = join(path, 'run');
  if (Buffer.byteLength(inside) <= MAX_SOCKET_PATH_LENGTH) return inside;
  const name = createHash('sha256').update(path).digest('hex').slice(0, 16);
  return join(tmpdir(), `mneme-${userInfo().uid}-${name}`);
}

function lockSocket(socketDir: string): string {
  return join(socketDir, 'mneme.sock');
}

async function checkFormat(path: string): Promise<void> {
  const file = join(path, 'FORMAT');
  const written = await readFile(file, 'utf8').catch(() => undefined);
  if (written === undefined) {
    await writeFile(file, `${FORMAT}\n`, { mode: 0o600 }).catch((error: unknown) => {
      throw new Error(`The data directory ${path} cannot be used: ${reason(error)}.`, { cause: error });
    });
  } else if (!(Number(written) <= FORMAT)) {
    throw new Error(
      `The data directory ${path} was made by a newer version of Mneme (format ${written.trim()}, this one knows ${FORMAT}). Update Mneme.`,
    );
  }
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
