import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '@mneme/platform/config';
import { Installation } from '@mneme/platform/installation';
import type { Schema } from '@mneme/platform/migrations';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { appSchema } from '../../apps/api/app.module.js';
import { FEATURES } from '../../apps/api/features.js';
import { notesFeature } from '../../docs/examples/notes/index.js';
import { ServerProcess } from '../support/service/server-process.js';

/** A new database takes seconds, many on a busy machine. */
const STARTS_MS = 180_000;
/** The same table by somebody who forgot the row security. */
class Careless1763800000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE notes (tenant_id text NOT NULL, text text NOT NULL)');
    await runner.query('GRANT SELECT ON notes TO mneme_app');
  }
  async down(): Promise<void> {
    // Never undone here.
  }
}

describe('a start with a feature of one’s own', () => {
  let folder: string;
  const open = (schema: Schema): Promise<Installation> => {
    const config = readConfig({ env: { MNEME_DATA_DIR: folder } });
    return Installation.open(config, appSchema(config, { features: [...FEATURES, { ...notesFeature, schema }] }));
  };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mneme-notes-'));
    await ServerProcess.copyTemplate(folder);
  });
  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  it(
    'looks at the feature’s table too, and outside of a tenant it is empty',
    async () => {
      const installation = await open(notesFeature.schema);
      const { dataSource } = installation.database;
      const [table] = await dataSource.query<{ forced: boolean }[]>(
        `SELECT relforcerowsecurity AS forced FROM pg_class WHERE oid = 'notes'::regclass`,
      );
      expect(table?.forced).toBe(true);
      expect(await dataSource.query('SELECT * FROM notes')).toEqual([]);
      await installation.close();
    },
    STARTS_MS,
  );

  it(
    'refuses a table of tenants without row security, by name',
    async () => {
      await expect(open({ ...notesFeature.schema, entities: [], migrations: [Careless1763800000000] })).rejects.toThrow(
        'table notes: row-level security is not enabled',
      );
    },
    STARTS_MS,
  );
});
