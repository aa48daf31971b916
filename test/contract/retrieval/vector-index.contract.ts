import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import type { AppConfig } from '@mneme/platform/config';
import { Database, postgresTarget, TenantDb } from '@mneme/platform/database';
import { pgvectorMigrations, PgvectorStore, QdrantStore, InMemoryStore } from '@mneme/retrieval';
import { LoadedStore } from '../../support/vectors/loaded-store.js';
import { MemoryVectorStore } from '../../support/vectors/memory-vector-store.js';
import { openEmbedded } from '../../support/database/open-database.js';
import { createTestDatabase } from '../../support/database/test-database.js';
import { openTestQdrant, startDouble, type TestQdrant } from '../../support/vectors/test-qdrant.js';
import { type OpenStore, vectorIndexContract } from './vector-index.contract-suite.js';

vectorIndexContract('in memory', () =>
  Promise.resolve({ store: new MemoryVectorStore(), close: () => Promise.resolve() }),
);

vectorIndexContract('pgvector, embedded database', async () => {
  const { database, close } = await openEmbedded();
  return { store: new PgvectorStore(new TenantDb(database.dataSource)), close };
});

vectorIndexContract('pgvector with its tenants in memory', async () => {
  const { database, close } = await openEmbedded();
  return { store: new InMemoryStore(new PgvectorStore(new TenantDb(database.dataSource))), close };
});

vectorIndexContract('pgvector, in memory from the first search on', async () => {
  const { database, close } = await openEmbedded();
  return { store: new LoadedStore(new PgvectorStore(new TenantDb(database.dataSource))), close };
});

/** Suites are declared before anything can be awaited. */
function hasVectorExtension(url: string): boolean {
  const script = `import('pg').then(async ({ default: { Client } }) => {
    const client = new Client({ connectionString: process.argv[1] });
    await client.connect();
    const { rows } = await client.query("SELECT FROM pg_available_extensions WHERE name = 'vector'");
    await client.end();
    process.stdout.write(String(rows.length));
  })`;
  return execFileSync(process.execPath, ['-e', script, url], { encoding: 'utf8' }) === '1';
}

const server = process.env['TEST_DATABASE_URL'];
if (server !== undefined && hasVectorExtension(server)) {
  vectorIndexContract('pgvector, PostgreSQL', async () => {
    const { url, drop } = await createTestDatabase();
    const config = { databasePool: 5 } as AppConfig;
    const target = postgresTarget(config, { url, appUrl: undefined });
    const database = await Database.open(target, [
      { feature: 'retrieval', entities: [], migrations: pgvectorMigrations },
    ]);
    return {
      store: new PgvectorStore(new TenantDb(database.dataSource)),
      close: async () => {
        await database.close();
        await drop();
      },
    };
  });
}

/** The double computes in the test’s own process: a busy machine is no failure. */
const PATIENCE_MS = 30_000;
const openQdrant = (qdrant: TestQdrant, inMemory = false): OpenStore => {
  const collection = `contract_${randomBytes(6).toString('hex')}`;
  const store = new QdrantStore({ url: qdrant.url, apiKey: undefined, collection }, PATIENCE_MS);
  return { store: inMemory ? new LoadedStore(store) : store, close: () => qdrant.drop(collection) };
};

vectorIndexContract('Qdrant, double', async () => openQdrant(await startDouble()));
vectorIndexContract('Qdrant, double, in memory from the first search on', async () =>
  openQdrant(await startDouble(), true),
);

if (process.env['TEST_QDRANT_URL'] !== undefined) {
  vectorIndexContract('Qdrant', async () => openQdrant(await openTestQdrant()));
  vectorIndexContract('Qdrant, in memory from the first search on', async () =>
    openQdrant(await openTestQdrant(), true),
  );
}
