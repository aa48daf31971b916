import pg from 'pg';
import { randomUUID } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js';
import { testVectors } from '../../support/vectors/test-qdrant.js';
import type { Bed, BedOptions } from './bed.js';
import type { BenchMemory } from '../data/corpus.js';
import { FloorProcess } from '../floor/floor-process.js';
import { httpLoad } from '../load/http-load.js';
import { quiet } from '../report/processor-time.js';
import { ServiceProcess } from '../load/service-process.js';
import { temporaryFolder } from './temporary-folder.js';
import { TokenIssuer } from './token-issuer.js';

const SEED_CLIENTS = 16;

/** The service on PostgreSQL, in a new database; another one for the floor. Both are removed afterwards. */
export async function makePostgresBed(memories: readonly BenchMemory[], options: BedOptions): Promise<Bed> {
  process.env['TEST_DATABASE_URL'] ??= process.env['BENCH_DATABASE_URL'];
  const folder = await temporaryFolder();
  const databases = [await createTestDatabase(), await createTestDatabase()] as const;
  const issuer = await TokenIssuer.create();
  const vectors = await Promise.all(databases.map((database) => placeOfVectors(database, options)));
  const env = {
    ...databases[0].env,
    ...vectors[0]?.env,
    ...issuer.env,
  };
  const service = await ServiceProcess.startOnPostgres(folder.path, { ...options, env });
  const tenant = `user_${randomUUID()}`;
  const credentials = await issuer.credentials(service.url, tenant);
  const bodies = memories.map((memory) => ({ ...memory, tenantId: tenant }));
  await httpLoad(
    service.url,
    credentials.key,
    bodies.map((body) => ({ method: 'POST', path: '/api/v1/memories', body })),
    SEED_CLIENTS,
  );
  const floor = options.withFloor
    ? await FloorProcess.start(tenant, { ...databases[1].env, ...vectors[1]?.env })
    : undefined;
  await floor?.seed(memories);
  for (const { url } of databases) await analyze(url);
  const close = async (): Promise<void> => {
    await Promise.all([service.stop(), floor?.stop()]);
    for (const database of databases) await database.drop();
    for (const place of vectors) await place.drop();
    await folder.remove();
  };
  await quiet(service.pid);
  return { tenant, credentials, service, floor, databaseUrl: databases[0].url, imported: undefined, close };
}

/** Qdrant where the profile says so, else pgvector, else the service's own memory. */
async function placeOfVectors(database: TestDatabase, { qdrant }: BedOptions): ReturnType<typeof testVectors> {
  if (qdrant) return testVectors(database);
  return { env: database.pgvector ? {} : { TEST_VECTOR_INDEX: 'memory' }, drop: () => Promise.resolve() };
}

/** What autovacuum does within a minute, now and for both, so that neither plans with what the other does not know. */
async function analyze(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('VACUUM ANALYZE');
  await client.end();
}
