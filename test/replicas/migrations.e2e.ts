import { Client } from 'pg';
import { eventually } from '../support/eventually.js';
import type { MnemeProcess } from '../support/mneme-process.js';
import { ReplicaBed } from '../support/replica-bed.js';

/** The lock of libs/platform/database: held while a process migrates. */
const MIGRATION_LOCK = 7_266_001;

describe('processes that migrate the same database', () => {
  let bed: ReplicaBed;
  let client: Client;
  const waiting = async (): Promise<number> => {
    const { rows } = await client.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM pg_locks l JOIN pg_database d ON d.oid = l.database
        WHERE d.datname = current_database() AND l.locktype = 'advisory' AND l.objid = $1 AND NOT l.granted`,
      [MIGRATION_LOCK],
    );
    return rows[0]?.n ?? 0;
  };
  const migrations = async (): Promise<string[]> => {
    const { rows } = await client.query<{ name: string }>('SELECT name FROM mneme_migrations ORDER BY name');
    return rows.map(({ name }) => name);
  };

  beforeEach(async () => {
    bed = await ReplicaBed.open();
    client = new Client({ connectionString: bed.databaseUrl });
    await client.connect();
  });
  afterEach(async () => {
    await client.end();
    await bed.close();
  });

  it('wait for whoever migrates, and then start on what it has made', async () => {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    let started = 0;
    const starts = [bed.api(), bed.worker()].map(async (start): Promise<MnemeProcess> => {
      const process = await start;
      started++;
      return process;
    });
    await eventually(async () => expect(await waiting()).toBe(2), 60_000);
    expect(started).toBe(0);
    await client.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    await Promise.all(starts);
    const names = await migrations();
    expect(names.length).toBeGreaterThan(10);
    expect(new Set(names).size).toBe(names.length);
  });
});
