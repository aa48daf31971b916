import { randomUUID } from 'node:crypto';
import { TenantDb } from '@mneme/platform/database';
import type { TenantId } from '@mneme/platform/ids';
import type { IndexChange } from '@mneme/retrieval';
import { IndexChangesRepository } from '../../../libs/memories/storage/index-changes.repository.js';
import { IndexQueueRepository } from '../../../libs/memories/storage/index-queue.repository.js';
import { DATABASES, type OpenDatabase } from '../../support/database/open-database.js';
import { newTenant } from '../../support/vectors/vector-samples.js';

const MODEL = 'sample@1';
const HALF_AN_HOUR = 30 * 60;

interface Gate {
  readonly opened: Promise<void>;
  readonly open: () => void;
}

function gate(): Gate {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

describe.each(DATABASES)('what has changed in an index, in the %s database', (kind, open) => {
  let opened: OpenDatabase;
  let tenantDb: TenantDb;
  let changes: IndexChangesRepository;
  const queue = new IndexQueueRepository();
  const connect = (): void => {
    tenantDb = new TenantDb(opened.database.dataSource);
    changes = new IndexChangesRepository(tenantDb);
  };

  beforeAll(async () => {
    opened = await open(8);
    connect();
  }, 180_000);
  afterAll(() => opened.close());

  const entry = (version = 1, modelId = MODEL) => ({ memoryId: randomUUID(), modelId, version });
  type Entry = ReturnType<typeof entry>;

  const add = (tenant: TenantId, entries: readonly Entry[]): Promise<void> =>
    tenantDb.run(tenant, async (tx) => {
      await tx.query(
        `INSERT INTO index_queue (tenant_id, memory_id, model_id, version, due_at)
         SELECT $1, "memoryId", "modelId", version, now() + interval '1 minute'
           FROM json_to_recordset($2::json) AS given ("memoryId" uuid, "modelId" text, version integer)`,
        [tenant, JSON.stringify(entries)],
      );
    });
  const settle = (tenant: TenantId, entries: readonly Entry[]): Promise<void> =>
    tenantDb.run(tenant, (tx) => queue.confirm(tx, tenant, entries));
  const named = async (tenant: TenantId, moment: string): Promise<[string, readonly IndexChange[] | 'unknown']> => {
    const found = await changes.since(tenant, MODEL, moment);
    return [found.moment, found.changes];
  };
  const begin = async (tenant: TenantId): Promise<string> => (await changes.since(tenant, MODEL)).moment;
  const change = ({ memoryId, version }: Entry, settled: boolean): IndexChange => ({ memoryId, version, settled });

  it('names an entry for as long as it waits, and once when it is settled', async () => {
    const tenant = newTenant();
    const one = entry(3);
    let moment = await begin(tenant);
    const look = async (): Promise<readonly IndexChange[] | 'unknown'> => {
      const [next, found] = await named(tenant, moment);
      moment = next;
      return found;
    };
    expect(await look()).toEqual([]);
    await add(tenant, [one]);
    expect([await look(), await look()]).toEqual([[change(one, false)], [change(one, false)]]);
    await settle(tenant, [one]);
    expect([await look(), await look()]).toEqual([[change(one, true)], []]);
  });

  it('does not name what was settled before the first look, or is of another tenant or model', async () => {
    const [tenant, other] = [newTenant(), newTenant()];
    const early = entry();
    await add(tenant, [early]);
    await settle(tenant, [early]);
    const moment = await begin(tenant);
    const [theirs, ofOther] = [entry(), entry(1, 'other@1')];
    await add(other, [theirs]);
    await add(tenant, [ofOther]);
    expect((await named(tenant, moment))[1]).toEqual([]);
    await settle(other, [theirs]);
    await settle(tenant, [ofOther]);
    expect((await named(tenant, moment))[1]).toEqual([]);
  });

  it('does not name what was set aside', async () => {
    const tenant = newTenant();
    const moment = await begin(tenant);
    await add(tenant, [entry()]);
    await tenantDb.run(tenant, (tx) =>
      tx.query('UPDATE index_queue SET dead_at = now() WHERE tenant_id = $1', [tenant]),
    );
    expect((await named(tenant, moment))[1]).toEqual([]);
  });

  it('names a thousand, and knows nothing of more', async () => {
    const tenant = newTenant();
    const moment = await begin(tenant);
    const [some, more] = [Array.from({ length: 1_000 }, () => entry()), [entry()]];
    await add(tenant, some);
    await settle(tenant, some.slice(0, 600));
    expect((await named(tenant, moment))[1]).toHaveLength(1_000);
    await add(tenant, more);
    expect((await named(tenant, moment))[1]).toBe('unknown');
    await settle(tenant, [...some.slice(600), ...more]);
    expect((await named(tenant, moment))[1]).toBe('unknown');
  });

  it('knows nothing of what has changed since a look of half an hour ago, or of another database', async () => {
    const tenant = newTenant();
    const [snapshot = '', at = ''] = (await begin(tenant)).split('@');
    const ago = (seconds: number): string => `${snapshot}@${Number(at) - seconds}`;
    expect((await named(tenant, ago(HALF_AN_HOUR - 60)))[1]).toEqual([]);
    expect((await named(tenant, ago(HALF_AN_HOUR + 1)))[1]).toBe('unknown');
    const ahead = Number(snapshot.split(':')[1]) + 1_000_000;
    expect((await named(tenant, `${ahead}:${ahead}:@${at}`))[1]).toBe('unknown');
  });

  it('forgets what is an hour old, and nothing else', async () => {
    const [tenant, entries] = [newTenant(), [entry(), entry()]];
    const moment = await begin(tenant);
    await add(tenant, entries);
    await settle(tenant, entries.slice(0, 1));
    await tenantDb.runSystem((tx) => changes.sweep(tx));
    expect((await named(tenant, moment))[1]).toHaveLength(2);
    await settle(tenant, entries.slice(1));
    await opened.migrate(async (runner) => {
      await runner.query('SELECT mneme_set_system()');
      const old = `UPDATE index_changes SET written_at = now() - interval '61 minutes' WHERE memory_ids[1] = $1`;
      await runner.query(old, [entries[0]?.memoryId]);
    });
    connect();
    await tenantDb.runSystem((tx) => changes.sweep(tx));
    const [, found] = await named(tenant, moment);
    expect(found).toEqual(entries.slice(1).map((each) => change(each, true)));
  });

  it('is asked of indexes, however much of others there is', async () => {
    const tenant = newTenant();
    await opened.migrate(async (runner) => {
      await runner.query('SELECT mneme_set_system()');
      await runner.query(`
        INSERT INTO index_changes (tenant_id, model_id, memory_ids, versions)
        SELECT 'other-' || i % 300, '${MODEL}', ARRAY[gen_random_uuid()], ARRAY[1] FROM generate_series(1, 6000) AS i`);
      await runner.query(`
        INSERT INTO index_queue (tenant_id, memory_id, model_id, version, due_at)
        SELECT 'other-' || i % 300, gen_random_uuid(), '${MODEL}', 1, now() + interval '1 hour' FROM generate_series(1, 6000) AS i`);
    });
    await opened.analyze();
    connect();
    const plan = await tenantDb.run(tenant, async (tx) => {
      const sent: [string, unknown[]][] = [];
      const spy = {
        read: (_: unknown, work: (tx: unknown) => unknown) =>
          work({
            query: (...call: [string, unknown[]]) => {
              sent.push(call);
              return [{ moment: '' }];
            },
          }),
      };
      await new IndexChangesRepository(spy as unknown as TenantDb).since(tenant, MODEL, '5:5:@0');
      const [[sql, parameters] = ['', []]] = sent;
      const rows = await tx.query<Record<string, string>[]>(`EXPLAIN ${sql}`, parameters);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
    expect(plan).toContain('index_changes_new');
    expect(plan).toContain('index_queue_pk');
    expect(plan).not.toContain('Seq Scan');
  });

  // The embedded one has one connection, so its transactions come one after the other.
  if (kind === 'embedded') return;

  it('names what a transaction settles that began before the look and ends after it, in whichever order', async () => {
    const tenant = newTenant();
    const entries = Array.from({ length: 4 }, () => entry());
    await add(tenant, entries);
    let moment = await begin(tenant);
    const gates = entries.map(gate);
    const reached = entries.map(gate);
    const settling = entries.map((each, i) =>
      tenantDb.run(tenant, async (tx) => {
        await queue.confirm(tx, tenant, [each]);
        reached[i]?.open();
        await gates[i]?.opened;
      }),
    );
    await Promise.all(reached.map(({ opened }) => opened));
    const seen: string[] = [];
    for (const i of [2, 0, 3, 1]) {
      gates[i]?.open();
      await settling[i];
      const [next, found] = await named(tenant, moment);
      moment = next;
      if (found !== 'unknown') seen.push(...found.filter(({ settled }) => settled).map(({ memoryId }) => memoryId));
    }
    expect(seen).toEqual([2, 0, 3, 1].map((i) => entries[i]?.memoryId));
  });
});
