import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { workerFile } from '../jobs/worker-file.js';
import type { DatabaseTarget } from './database-target.js';
import { ScopedClient } from './scoped.client.js';
import type { EmbeddedReply, EmbeddedRequest } from './embedded-database.worker.js';

/** A statement may wait behind a bulk insert on the one connection there is. */
const POOL_WAIT_MS = 20_000;
const PORT = 5_432;

/**
 * PostgreSQL in WebAssembly (PGlite) in a worker thread, spoken to over a Unix socket by the same driver as a real one.
 *
 * One connection only: over several, the socket server mixes the messages of different clients. It does not fsync: a
 * killed process loses nothing that was acknowledged, a power failure may.
 */
export class EmbeddedDatabase implements DatabaseTarget {
  readonly embedded = true;
  readonly migrator: DatabaseTarget['migrator'];
  readonly app: DatabaseTarget['app'];

  private constructor(
    private readonly worker: Worker,
    socketDir: string,
  ) {
    const login = {
      host: socketDir,
      port: PORT,
      username: 'postgres',
      database: 'postgres',
      extra: { max: 1, connectionTimeoutMillis: POOL_WAIT_MS, idleTimeoutMillis: 0, Client: ScopedClient },
    };
    this.migrator = login;
    this.app = login;
  }

  /**
   * @param folder where the database's files are; made where missing
   * @param socketDir a folder that only this user may enter
   * @throws Error where the files cannot be read or written
   */
  static async open(folder: string, socketDir: string): Promise<EmbeddedDatabase> {
    if (!existsSync(folder)) await make(folder);
    const worker = await startWorker({ folder, socketPath: join(socketDir, `.s.PGSQL.${PORT}`) });
    return new EmbeddedDatabase(worker, socketDir);
  }

  async demote(): Promise<void> {
    await this.ask('demote');
  }

  /** The pool must be closed before. */
  async close(): Promise<void> {
    await this.ask('close');
    await this.worker.terminate();
  }

  private async ask(request: EmbeddedRequest): Promise<void> {
    const answer = reply(this.worker);
    this.worker.postMessage(request);
    await answer;
  }
}

/**
 * Makes the files of a new database: all of them or none, so that a disk that was full can be tried again. In a thread
 * of its own, because the making leaves 400 MB behind that are free only when the thread ends.
 */
async function make(folder: string): Promise<void> {
  const unfinished = `${folder}.new`;
  await rm(unfinished, { recursive: true, force: true });
  const maker = await startWorker({ folder: unfinished });
  await maker.terminate();
  await rename(unfinished, folder);
}

async function startWorker(workerData: { folder: string; socketPath?: string }): Promise<Worker> {
  const worker = new Worker(workerFile(import.meta.url, './embedded-database.worker.js'), { workerData });
  await reply(worker);
  return worker;
}

/** The worker's next message; an error thrown in it rejects through `once`. */
async function reply(worker: Worker): Promise<void> {
  const exited = once(worker, 'exit').then(() => {
    throw new Error('the embedded database ended unexpectedly');
  });
  const [message] = (await Promise.race([once(worker, 'message'), exited])) as [EmbeddedReply];
  exited.catch(() => undefined);
  if (message.error !== undefined) throw new Error(`the embedded database cannot be opened: ${message.error}`);
}
