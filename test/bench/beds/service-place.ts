import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '../../support/database/test-database.js';
import { mnemeCommand } from '../../support/service/mneme-command.js';

/** The tenant of a place. */
export const TENANT = '00000000-0000-0000-0000-000000000001';
const SCOPES = 'read:memories,write:memories,read:intelligence,read:usage';

/** Where a service of a benchmark keeps what it has. */
export interface Place {
  readonly name: string;
  readonly env: Record<string, string>;
  /** A key of the tenant; to be asked once the service runs. */
  readonly key: () => Promise<string>;
  /** Removes everything; to be called once the service has ended. */
  readonly close: () => Promise<void>;
}

/** A database on the server of TEST_DATABASE_URL; where that is not set, an embedded one in a temporary folder. */
export async function newPlace(): Promise<Place> {
  return process.env['TEST_DATABASE_URL'] === undefined ? embedded() : postgres();
}

async function embedded(): Promise<Place> {
  const dir = await mkdtemp(join(tmpdir(), 'mneme-bench-'));
  return {
    name: 'embedded',
    env: { MNEME_DATA_DIR: dir, SEED_TEST_TENANT: 'off' },
    key: async () => (await readFile(join(dir, 'dev-key'), 'utf8')).trim(),
    close: () => rm(dir, { recursive: true }),
  };
}

async function postgres(): Promise<Place> {
  const database = await createTestDatabase();
  const env = { ...database.env, DEFAULT_PLAN: 'local' };
  const words = ['--tenant', TENANT, '--create-tenant', '--name', 'bench', '--scopes', SCOPES, '--json'];
  return {
    name: 'PostgreSQL',
    env,
    key: async () => {
      const { out, err } = await mnemeCommand(env, 'keys', 'create', ...words);
      if (out === '') throw new Error(err);
      return (JSON.parse(out) as { plainKey: string }).plainKey;
    },
    close: () => database.drop(),
  };
}
