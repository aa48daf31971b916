import { randomUUID } from 'node:crypto';
import { TenantDb } from '@mneme/platform/database';
import { tenantId } from '@mneme/platform/ids';
import { MemoriesRepository } from '../../../libs/memories/storage/memories.repository.js';
import { newMemory } from '../../../libs/memories/storage/memory.factory.js';
import { eventually } from '../../support/eventually.js';
import { DATABASES, type OpenDatabase } from '../../support/database/open-database.js';

/** The embedded database has one connection: nobody waits for anybody in it. */
const [, openPostgres] = DATABASES.find(([name]) => name === 'PostgreSQL') ?? [];

(openPostgres === undefined ? describe.skip : describe)('batches with the same external ids', () => {
  let opened: OpenDatabase;
  let db: TenantDb;
  const repository = new MemoriesRepository();
  const tenant = tenantId(`external-ids-${randomUUID()}`);
  beforeAll(async () => {
    opened = await openPostgres!(4);
    db = new TenantDb(opened.database.dataSource);
  }, 120_000);
  afterAll(() => opened.close());

  /** @param began told the number of its connection */
  const insert = (externalIds: readonly string[], began: (pid: number) => unknown): Promise<number> =>
    db.run(tenant, async (tx) => {
      const [row] = await tx.query<{ pid: number }[]>('SELECT pg_backend_pid() AS pid');
      began(row!.pid);
      const batch = externalIds.map((externalId) => newMemory(tenant, { content: 'x', type: 'task', externalId }));
      return (await repository.insert(tx, tenant, batch)).size;
    });
  const waiting = async (pids: readonly number[]): Promise<number> => {
    const sql = 'SELECT count(DISTINCT pid)::int AS n FROM pg_locks WHERE NOT granted AND pid = ANY ($1::int[])';
    const [row] = await opened.database.dataSource.query<{ n: number }[]>(sql, [pids]);
    return row!.n;
  };

  it('wait for each other in one direction, in whatever order each has them', async () => {
    const pids: number[] = [];
    let batches: Promise<number>[] = [];
    const holder = db.run(tenant, async (tx) => {
      const held = newMemory(tenant, { content: 'x', type: 'task', externalId: 'e50' });
      await repository.insert(tx, tenant, [held]);
      const orders = [
        ['e1', 'e50', 'e2'],
        ['e2', 'e50', 'e1'],
      ];
      batches = orders.map((order) => insert(order, (pid) => pids.push(pid)));
      await eventually(async () => expect(await waiting(pids)).toBe(2), 4_000);
      throw new Error('rolled back');
    });
    await expect(holder).rejects.toThrow('rolled back');
    const stored = await Promise.all(batches);
    expect(stored.toSorted()).toEqual([0, 3]);
    const ids = ['e1', 'e2', 'e50'];
    const found = await db.run(tenant, (tx) => repository.idsOf(tx, tenant, ids));
    expect([...found.keys()].toSorted()).toEqual(ids);
  });
});
