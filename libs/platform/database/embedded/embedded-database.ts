import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import type { DatabaseTarget } from '../database-target.js';
import { embeddedClient } from './embedded.client.js';
import { EmbeddedStatements } from './embedded-statements.js';
import { EmbeddedThread } from './embedded-thread.js';

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
  readonly preparation: DatabaseTarget['preparation'];
  readonly app: DatabaseTarget['app'];
  readonly lost: Promise<Error>;
  private readonly logger = new Logger('EmbeddedDatabase');
  private readonly statements: EmbeddedStatements;
  private closing = false;

  private constructor(
    private readonly thread: EmbeddedThread,
    socketDir: string,
  ) {
    this.statements = new EmbeddedStatements(() => thread.control);
    const Client = embeddedClient(this.statements);
    const login = {
      host: socketDir,
      port: PORT,
      username: 'postgres',
      database: 'postgres',
      extra: { max: 1, connectionTimeoutMillis: POOL_WAIT_MS, idleTimeoutMillis: 0, Client },
    };
    this.preparation = { login, migrates: true };
    this.app = login;
    this.lost = new Promise((resolve) => {
      void thread.ended.then((error) => {
        this.statements.stop();
        if (this.closing) return;
        this.logger.fatal(`${error.message}; nothing can be read or stored until the process is restarted`);
        resolve(error);
      });
    });
  }

  /**
   * @param folder where the database's files are; made where missing
   * @param socketDir a folder that only this user may enter
   * @throws Error where the files cannot be read or written
   */
  static async open(folder: string, socketDir: string): Promise<EmbeddedDatabase> {
    const logger = new Logger(EmbeddedDatabase.name);
    if (!existsSync(folder)) {
      logger.log(`making a new database in ${folder}`);
      await make(folder);
    }
    logger.log('opening the database');
    const thread = await EmbeddedThread.serve(folder, join(socketDir, `.s.PGSQL.${PORT}`));
    return new EmbeddedDatabase(thread, socketDir);
  }

  get atWork(): boolean {
    return this.statements.atWork;
  }

  async demote(): Promise<void> {
    await this.thread.ask('demote');
  }

  /** The pool must be closed before. Of a database that is lost there is nothing left to close. */
  async close(): Promise<void> {
    if (this.thread.hasEnded) return;
    this.closing = true;
    await this.thread.ask('close');
    await this.thread.end();
  }
}

/**
 * Makes the files of a new database: all of them or none, so that a disk that was full can be tried again. In a thread
 * of its own, because the making leaves 400 MB behind that are free only when the thread ends.
 */
async function make(folder: string): Promise<void> {
  const unfinished = `${folder}.new`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  await EmbeddedThread.make(unfinished);
  await rename(unfinished, folder);
}
