import { Client } from 'pg';
import { eventually } from '../support/eventually.js';
import { mnemeCommand } from '../support/service/mneme-command.js';
import type { MnemeProcess } from '../support/service/mneme-process.js';
import { ReplicaBed } from '../support/faults/replica-bed.js';

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

  /** What a newer release leaves behind when it has migrated. */
  const record = async (name: string, kind: string, oldestRelease: string | null): Promise<void> => {
    await client.query('INSERT INTO mneme_migrations (timestamp, name) VALUES ($1, $2)', [name.slice(-13), name]);
    await client.query(
      `INSERT INTO mneme_migration_log (name, feature, kind, oldest_release, applied_at, applied_by)
       VALUES ($1, 'memories', $2, $3, now(), '1.1.0')`,
      [name, kind, oldestRelease],
    );
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

  it('of different releases work on one schema, unless a newer one says that an older one cannot', async () => {
    const older = await bed.api();
    await client.query('ALTER TABLE memories ADD COLUMN colour text');
    await record('MemoryColours1790000001000', 'expands', null);
    const worker = await bed.worker();
    const accepted = 'MemoryColours1790000001000 (memories, applied by release 1.1.0)';
    expect(worker.log.join('')).toContain(accepted);
    const tenant = await bed.tenant(older);
    const memory = { content: 'The ferry leaves at noon', type: 'event', tenantId: tenant.tenantId };
    expect((await tenant.api.post('/api/v1/memories', memory)).status).toBe(201);

    await record('MemoryShades1790000002000', 'contracts', '1.1.0');
    await expect(bed.worker()).rejects.toThrow(
      'the worker ended with code 1:\nThe migration MemoryShades1790000002000 of memories, applied by release 1.1.0, needs release 1.1.0 or newer; this is release 1.0.0.\nStart a build that has it, or restore the backup from before it.',
    );
    const status = await mnemeCommand(bed.env, 'migrate', 'status');
    expect([status.code, status.out]).toEqual([1, expect.stringContaining('which cannot work with this database')]);
    expect(status.out).toContain('unknown  MemoryShades1790000002000           contracts, needs 1.1.0  1.1.0 on 20');
    const found = await tenant.api.post('/api/v1/memories/search', { query: 'boat', tenantId: tenant.tenantId });
    expect(found.body.data.results).toHaveLength(1);
  });
});
