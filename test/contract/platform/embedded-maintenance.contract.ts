import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Database, EmbeddedDatabase } from '@mneme/platform/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { eventually } from '../../support/eventually.js';

const ROWS = 5_000;
const WITHIN_MS = 60_000;

class Tables1763899900000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['early', 'late', 'gone']) {
      await runner.query(`CREATE TABLE ${table} (n integer, text text)`);
      await runner.query(`GRANT SELECT, INSERT, DELETE ON ${table} TO mneme_app`);
    }
  }

  down(): Promise<void> {
    return Promise.resolve();
  }
}

const SCHEMA = { feature: 'tables', entities: [], migrations: [Tables1763899900000] };

/** Two intervals of the maintenance, on a busy machine. */
describe('the embedded database', () => {
  let folder: string;
  let database: Database;
  const open = async (): Promise<Database> =>
    Database.open(await EmbeddedDatabase.open(join(folder, 'db'), folder), [SCHEMA]);
  const write = (table: string): Promise<unknown> =>
    database.dataSource.query(`INSERT INTO ${table} SELECT n, repeat('x', 40) FROM generate_series(1, ${ROWS}) AS n`);
  const knownRows = async (table: string): Promise<number | undefined> => {
    const [row] = await database.dataSource.query<{ rows: number }[]>(
      'SELECT reltuples::integer AS rows FROM pg_class WHERE relname = $1',
      [table],
    );
    return row?.rows;
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mneme-db-'));
    database = await open();
  });
  afterAll(async () => {
    await database.close();
    await rm(folder, { recursive: true });
  });

  it(
    'tells the planner of new rows, of those before a restart too',
    async () => {
      await write('early');
      await eventually(async () => {
        expect(await knownRows('early')).toBe(ROWS);
      }, WITHIN_MS);
      await write('late');
      await database.close();
      database = await open();
      await eventually(async () => {
        expect(await knownRows('late')).toBe(ROWS);
      }, WITHIN_MS);
    },
    3 * WITHIN_MS,
  );

  it(
    'takes back the room of rows that are gone',
    async () => {
      await write('gone');
      await database.dataSource.query('DELETE FROM gone');
      await eventually(async () => {
        const [{ bytes }] = await database.dataSource.query<[{ bytes: number }]>(
          "SELECT pg_relation_size('gone')::integer AS bytes",
        );
        expect(bytes).toBe(0);
      }, WITHIN_MS);
    },
    2 * WITHIN_MS,
  );
});
