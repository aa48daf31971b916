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
  SET SESSION AUTHORIZATION mneme_app;`;

const { folder, socketPath } = workerData as { folder: string; socketPath: string };

async function open(): Promise<{ db: PGlite; server: PGLiteSocketServer }> {
  const db = await PGlite.create(folder, { extensions: { vector } });
  await rm(socketPath, { force: true });
  const server = new PGLiteSocketServer({ db, path: socketPath, maxConnections: 4 });
  await server.start();
  await chmod(socketPath, 0o600);
  return { db, server };
}

async function run(): Promise<void> {
  const { db, server } = await open();
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
  post({ error: error instanceof Error ? error.message : String(error) });
}

run().catch(fail);
