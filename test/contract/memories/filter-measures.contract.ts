import { TenantDb } from '@mneme/platform/database';
import { tenantId, type TenantId } from '@mneme/platform/ids';
import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { FilterMeasuresRepository } from '../../../libs/memories/listing/filter-measures.repository.js';
import { FilterMeasures } from '../../../libs/memories/listing/filter-measures.service.js';
import type { MemoryFilter } from '../../../libs/memories/listing/memory-filter.js';
import { MemoriesRepository } from '../../../libs/memories/storage/memories.repository.js';
import type { Memory } from '../../../libs/memories/storage/memory.entity.js';
import { newMemory, patched } from '../../../libs/memories/storage/memory.factory.js';
import { DATABASES, type OpenDatabase } from '../../support/database/open-database.js';
import { eventually } from '../../support/eventually.js';

const ANNA: MemoryFilter = { attributes: [['userId=anna']] };
/** Of each kind that is counted. */
const FILTERS: readonly MemoryFilter[] = [
  ANNA,
  { tags: ['red'] },
  { type: 'task', tags: ['red'] },
  { attributes: [['userId=anna'], ['n=1']] },
  { createdFrom: new Date('2000-01-01') },
];

describe.each(DATABASES)('what a filter means in the %s database', (_, open) => {
  let opened: OpenDatabase;
  let tenantDb: TenantDb;
  let tenant: TenantId;
  let measures: FilterMeasures;
  const memories = new MemoriesRepository();
  beforeAll(async () => {
    opened = await open();
    tenantDb = new TenantDb(opened.database.dataSource);
  }, 180_000);
  afterAll(() => opened.close());
  beforeEach(() => {
    tenant = tenantId(`measures-${randomUUID()}`);
    measures = new FilterMeasures(new FilterMeasuresRepository());
  });

  const memory = (userId: string, more: { expiresAt?: Date; n?: number } = {}): Memory =>
    newMemory(tenant, {
      content: 'x',
      type: 'task',
      tags: ['red'],
      metadata: { userId, n: more.n ?? 1 },
      expiresAt: more.expiresAt,
    });
  const insert = (...given: Memory[]): Promise<unknown> =>
    tenantDb.run(tenant, (tx) => memories.insert(tx, tenant, given));
  const measured = (filter: MemoryFilter, of = tenant): Promise<number> =>
    tenantDb.read(of, async (tx) => (await measures.measure(tx, of, filter)).total);
  const all = async (): Promise<number[]> => {
    const totals: number[] = [];
    for (const filter of FILTERS) totals.push(await measured(filter));
    return totals;
  };

  it('is counted again after every change, and only then', async () => {
    expect(await all()).toEqual([0, 0, 0, 0, 0]);
    const [first, second] = [memory('anna'), memory('ben')];
    await insert(first, second);
    expect(await all()).toEqual([1, 2, 2, 1, 2]);
    const after = patched(second, { metadata: { userId: 'anna', n: 2 } });
    await tenantDb.run(tenant, (tx) => memories.update(tx, tenant, [{ before: second, after }], 5));
    expect(await all()).toEqual([2, 2, 2, 1, 2]);
    await tenantDb.run(tenant, (tx) => memories.delete(tx, tenant, [first]));
    expect(await all()).toEqual([1, 1, 1, 0, 1]);
    const statements = await tenantDb.read(tenant, async (tx) => {
      const sent: string[] = [];
      const spy = { query: (sql: string, values: unknown[]) => (sent.push(sql), tx.query(sql, values)) };
      for (const filter of FILTERS) await measures.measure(spy as unknown as EntityManager, tenant, filter);
      return sent;
    });
    expect(statements).toHaveLength(FILTERS.length);
    for (const sql of statements) expect(sql).not.toMatch(/FROM (memories|memory_tags|memory_attributes)\b/);
  });

  it('is not what a transaction saw that was rolled back', async () => {
    await insert(memory('anna'));
    const given = memory('anna');
    await expect(
      tenantDb.run(tenant, async (tx) => {
        await memories.insert(tx, tenant, [given]);
        expect((await measures.measure(tx, tenant, ANNA)).total).toBe(2);
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await measured(ANNA)).toBe(1);
    await insert(given);
    expect(await measured(ANNA)).toBe(2);
  });

  it('is without a memory from the instant on at which its time is over', async () => {
    await insert(memory('anna'), memory('anna', { expiresAt: new Date(Date.now() + 300) }));
    await eventually(async () => expect(await all()).toEqual([1, 1, 1, 1, 1]));
    await insert(memory('anna'));
    expect(await all()).toEqual([2, 2, 2, 2, 2]);
  });

  it('is of one tenant', async () => {
    const other = tenantId(`measures-${randomUUID()}`);
    await insert(memory('anna'));
    expect([await measured(ANNA), await measured(ANNA, other)]).toEqual([1, 0]);
  });
});
