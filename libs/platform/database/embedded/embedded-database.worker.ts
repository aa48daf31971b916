import { chmod, rm } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import type { CancelFlags } from './engine-statement.js';
import { PrivateNodeFs } from './private-node-fs.js';
import { RunningStatement } from './running-statement.js';
import { shareEngineMemory } from './shared-engine-memory.js';

export type EmbeddedRequest = 'demote' | 'close';

/** What the thread is started with. */
export interface EmbeddedTask {
  /** Where the database's files are. */
  readonly folder: string;
  /** Where it is served; without this its files are made, and the thread has nothing more to do. */
  readonly served?: { readonly socketPath: string; readonly statements: SharedArrayBuffer };
}

export interface EmbeddedReply {
  readonly error?: string;
  /** With the first reply of a thread that serves. */
  readonly flags?: CancelFlags;
}

/**
 * The engine ignores who logs in, so the session itself becomes the application's role. Taking set_config and plpgsql
 * away keeps our own mistakes from leaving a tenant; it is no sandbox for foreign SQL. What the role may do beside its rows
 * is upkeep: see `embeddedMaintenance` and `scrubEmbedded`.
 */
const DEMOTE = `
  REVOKE EXECUTE ON FUNCTION pg_catalog.set_config(text, text, boolean) FROM PUBLIC;
  REVOKE USAGE ON LANGUAGE plpgsql FROM PUBLIC;
  GRANT MAINTAIN ON ALL TABLES IN SCHEMA public TO mneme_app;
  GRANT MAINTAIN ON pg_catalog.pg_statistic TO mneme_app;
  GRANT EXECUTE ON FUNCTION pg_catalog.pg_switch_wal(), pg_catalog.pg_ls_waldir() TO mneme_app;
  GRANT SET ON PARAMETER wal_recycle TO mneme_app;
  GRANT pg_checkpoint TO mneme_app;
  SET SESSION AUTHORIZATION mneme_app;`;

/** The engine's default of 128 MB is taken from the process at once; this holds the index of 40,000 memories. */
const SETTINGS = ['shared_buffers = 64MB'];

const { folder, served } = workerData as EmbeddedTask;

/** The engine, whose statements another thread can cancel. */
class CancellableEngine extends PGlite {
  statement: RunningStatement | undefined;

  override execProtocolRawSync(message: Uint8Array): Uint8Array {
    const execute = (): Uint8Array => super.execProtocolRawSync(message);
    return this.statement === undefined ? execute() : this.statement.run(execute);
  }
}

async function open(): Promise<CancellableEngine> {
  const fs = new PrivateNodeFs(folder);
  const engine = new CancellableEngine({ fs, extensions: { vector }, postgresqlconf: SETTINGS });
  await engine.waitReady;
  return engine;
}

/** @returns where the other thread writes to cancel a statement */
function makeCancellable(engine: CancellableEngine, memory: SharedArrayBuffer, block: SharedArrayBuffer): CancelFlags {
  const addresses = engine.Module as unknown as { _InterruptPending?: number; _QueryCancelPending?: number };
  const { _InterruptPending: interrupt, _QueryCancelPending: cancel } = addresses;
  if (interrupt === undefined || cancel === undefined) throw new Error('this version of PGlite cannot cancel');
  const words = new Int32Array(memory);
  engine.statement = new RunningStatement(block, () => {
    Atomics.store(words, cancel >> 2, 0);
  });
  return { memory, interrupt, cancel };
}

async function serve(db: PGlite, path: string): Promise<PGLiteSocketServer> {
  await rm(path, { force: true });
  const server = new PGLiteSocketServer({ db, path, maxConnections: 4 });
  await server.start();
  await chmod(path, 0o600);
  return server;
}

async function make(): Promise<void> {
  const engine = await open();
  await engine.close();
  post({});
}

async function openAndServe({ socketPath, statements }: NonNullable<EmbeddedTask['served']>): Promise<void> {
  let memory: SharedArrayBuffer | undefined;
  shareEngineMemory((made) => {
    memory = made.buffer;
  });
  const engine = await open();
  if (memory === undefined) throw new Error('this version of PGlite makes its memory in another way');
  const flags = makeCancellable(engine, memory, statements);
  const server = await serve(engine, socketPath);
  const handlers: Record<EmbeddedRequest, () => Promise<unknown>> = {
    demote: () => engine.exec(DEMOTE),
    close: async () => {
      await server.stop();
      await engine.close();
    },
  };
  parentPort?.on('message', (request: EmbeddedRequest) => {
    handlers[request]().then(() => post({}), fail);
  });
  post({ flags });
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

(served === undefined ? make() : openAndServe(served)).catch(fail);
