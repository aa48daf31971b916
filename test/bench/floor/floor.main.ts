import 'reflect-metadata';
import { readConfig, type AppConfig } from '@mneme/platform/config';
import { DataDirectory } from '@mneme/platform/data-directory';
import { Database, EmbeddedDatabase, postgresTarget, type DatabaseTarget } from '@mneme/platform/database';
import { tenantId } from '@mneme/platform/ids';
import { PgvectorStore, VectorStore } from '@mneme/retrieval';
import { appSchema } from '../../../apps/api/app.module.js';
import { FEATURES } from '../../../apps/api/features.js';
import { MemoryVectorStore } from '../../support/vectors/memory-vector-store.js';
import { drive } from '../data/sample.js';
import { BareDb } from './bare-db.js';
import { BareQdrantStore } from './bare-qdrant.store.js';
import { BareMemories } from './bare-memories.js';
import { PlainModel } from './plain-model.js';
import { startBareServer } from './bare-server.js';
import type { FloorRequest } from './floor-process.js';

const SEED_BATCH = 256;
/** Loaded when it is asked for. */
let plain: PlainModel | undefined;

/** The bare script: opens the database as the service does, then does what it is told, until it is told to end. */
async function main(): Promise<void> {
  const config = readConfig();
  const inMemory = process.env['TEST_VECTOR_INDEX'] === 'memory';
  const target = await openTarget(config);
  const vectorStore = inMemory ? { vectorStore: { provide: VectorStore, useClass: MemoryVectorStore } } : {};
  const database = await Database.open(target, appSchema(config, { features: FEATURES, ...vectorStore }));
  // Migrated and demoted; from here on the driver alone speaks to it.
  await database.dataSource.destroy();
  const db = new BareDb(target.app);
  const vectors = inMemory ? new MemoryVectorStore() : configuredStore(config, db);
  const memories = new BareMemories(db, tenantId(process.env['BENCH_TENANT'] ?? ''), config, vectors);
  await memories.load();
  process.on('message', (request: FloorRequest) => {
    handle(memories, request).then((reply) => process.send?.({ reply }), fail);
  });
  process.once('SIGTERM', () => {
    memories
      .settle()
      .then(() => db.close())
      .then(() => target.close())
      .then(() => process.exit(0), fail);
  });
  process.send?.({ url: await startBareServer(memories) });
}

function configuredStore({ qdrant }: AppConfig, db: BareDb): VectorStore {
  return qdrant === undefined ? new PgvectorStore(db.asTenantDb()) : new BareQdrantStore(qdrant);
}

async function openTarget(config: AppConfig): Promise<DatabaseTarget> {
  if (config.postgres !== undefined) return postgresTarget(config, config.postgres);
  const directory = await DataDirectory.open(config.dataDir);
  return EmbeddedDatabase.open(directory.databaseDir, directory.socketDir);
}

async function handle(memories: BareMemories, request: FloorRequest): Promise<unknown> {
  switch (request.work) {
    case 'seed':
      for (let i = 0; i < request.memories.length; i += SEED_BATCH)
        await memories.create(request.memories.slice(i, i + SEED_BATCH));
      return memories.settle();
    case 'ids':
      return memories.ids(request.limit);
    case 'create':
      return drive(request.memories, request.concurrency, (memory) => memories.create([memory]));
    case 'search':
      return drive(request.queries, request.concurrency, (query) => memories.search(query));
    case 'embed':
      return drive(request.texts, request.concurrency, (texts) => memories.embed(texts));
    case 'embedPlainly':
      plain ??= await PlainModel.load('builtin');
      return drive(request.texts, request.concurrency, (texts) => plain?.embed(texts) ?? Promise.resolve());
  }
}

function fail(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
}

main().catch(fail);
