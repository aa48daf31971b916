import { chmod, rm } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';

export type EmbeddedRequest = 'demote' | 'close';

export interface EmbeddedReply {
  readonly error?: string;
}

/**
 * The engine ignores who logs in, so the session itself becomes the application's role. Taking set_config and plpgsql
 * away keeps our own mistakes from leaving a tenant; it is no sandbox for foreign SQL.
 */
const DEMOTE = `
  REVOKE EXECUTE ON FUNCTION pg_catalog.set_config(text, text, boolean) FROM PUBLIC;
  REVOKE USAGE ON LANGUAGE plpgsql FROM PUBLIC;
  GRANT MAINTAIN ON ALL TABLES IN SCHEMA public TO mneme_app;
  SET SESSION AUTHORIZATION mneme_app;`;

/** The engine's default of 128 MB is taken from the process at once; this holds the index of 40,000 memories. */
const SETTINGS = ['shared_buffers = 64MB'];

const { folder, socketPath } = workerData as { folder: string; socketPath: string | undefined };

async function serve(db: PGlite, path: string): Promise<PGLiteSocketServer> {
  await rm(path, { force: true });
  const server = new PGLiteSocketServer({ db, path, maxConnections: 4 });
  await server.start();
  await chmod(path, 0o600);
  return server;
}

/** Without a socket the worker only makes the files of a new database, and ends. */
async function run(): Promise<void> {
  const db = await PGlite.create(folder, { extensions: { vector }, postgresqlconf: SETTINGS });
  if (socketPath === undefined) {
    await db.close();
    post({});
    return;
  }
  const server = await serve(db, socketPath);
  const handlers: Record<EmbeddedRequest, () => Promise<unknown>> = {
    demote: () => db.exec(DEMOTE),
    close: async () => {
      await server.stop();
      await db.close();
    },
  };
  parentPort?.on('message', (request: EmbeddedRequest) => {
    handlers[request]().then(() => post({}), fail);
  });
  post({});
}

function post(reply: EmbeddedReply): void {
  parentPort?.postMessage(reply);
}

function fail(error: unknown): void {
  post({ error: reasonOf(error) });
}

/** The engine's file system throws objects that are no errors and have nothing but a number. */
function reasonOf(error: unknown): string {
  if (error instanceof Error) return error.message;
  const errno =
    typeof error === 'object' && error !== null && 'errno' in error ? ` (errno ${String(error.errno)})` : '';
  return `its files cannot be read or written${errno}; is the disk full?`;
}

run().catch(fail);
