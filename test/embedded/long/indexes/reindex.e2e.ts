import { join } from 'node:path';
import { EmbeddedDatabase } from '@mneme/platform/database';
import { Client } from 'pg';
import { serverCommand } from '../../../support/service/server-command.js';
import { LIMIT_MS, ReindexBed } from '../../../support/vectors/reindex-bed.js';

/** The records are the truth: whatever happens to the index, it is made from them again and finds the same. */
describe('mneme reindex after the vector index was destroyed', () => {
  let bed: ReindexBed;
  beforeEach(async () => {
    bed = await ReindexBed.create();
  });
  afterEach(() => bed.remove());
  const reindex = async (): Promise<unknown[]> => {
    const { code, out } = await serverCommand(bed.dataDir, ['reindex', '--json']);
    return [code, JSON.parse(out)];
  };

  it(
    'finds the same after the collections in Qdrant were deleted under the running service',
    async () => {
      await bed.start(true);
      await bed.store();
      const before = await bed.answers();
      await bed.dropCollections();
      expect(await bed.found()).toBe(0);
      expect(await reindex()).toEqual([0, { reindexed: ReindexBed.MEMORIES }]);
      expect(await bed.answers()).toEqual(before);
    },
    LIMIT_MS,
  );

  it(
    'finds the same after the tables of pgvector were emptied',
    async () => {
      await bed.start(false);
      await bed.store();
      const before = await bed.answers();
      await bed.stop();
      await emptyVectors(bed.dataDir);
      await bed.start(false);
      expect(await bed.found()).toBe(0);
      expect(await reindex()).toEqual([0, { reindexed: ReindexBed.MEMORIES }]);
      expect(await bed.answers()).toEqual(before);
    },
    LIMIT_MS,
  );
});

/** Nobody holds the data directory meanwhile. */
async function emptyVectors(dataDir: string): Promise<void> {
  const database = await EmbeddedDatabase.open(join(dataDir, 'database'), dataDir);
  const client = new Client({ host: dataDir, user: 'postgres', database: 'postgres' });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relname ~ '^vector_(memories|points|terms)'`,
  );
  expect(rows.length).toBeGreaterThanOrEqual(3);
  await client.query(`TRUNCATE ${rows.map(({ name }) => name).join(', ')}`);
  await client.end();
  await database.close();
}
