import { newUuid, tenantId } from '@mneme/platform/ids';
import { FilterMeasuresRepository } from '../../../libs/memories/listing/filter-measures.repository.js';
import { labelGroups, type Lead, type ListFilter } from '../../../libs/memories/listing/filtered-rows.js';
import {
  MemoryListRepository,
  type ListWindow,
  type MemoryPlace,
} from '../../../libs/memories/listing/memory-list.repository.js';
import { LIST_FILTERS } from '../../support/database/list-filters.js';
import { DATABASES } from '../../support/database/open-database.js';
import { readingCosts } from '../../support/database/statement-cost.js';
import { dearer, LOOKUP, NAMED, UNSEEN_MEMORIES, UnseenTenant } from '../../support/database/unseen-tenant.js';

const TENANT = tenantId('unseen');
/** Every memory once, an index entry and its row, and the rows of the page. */
const WHOLE = 2 * UNSEEN_MEMORIES + LOOKUP * NAMED;
const list = new MemoryListRepository();
const measures = new FilterMeasuresRepository();
const NEWEST: ListWindow = { sort: 'createdAt', order: 'desc', limit: NAMED, offset: 0 };
const WINDOWS: readonly ListWindow[] = [
  NEWEST,
  { sort: 'importance', order: 'asc', limit: NAMED, offset: 100 },
  { ...NEWEST, after: { sort: 'createdAt', order: 'desc', page: 2, value: '2026-01-02T12:00:00.000Z', id: newUuid() } },
];
const PLACES: readonly (MemoryPlace | undefined)[] = [
  undefined,
  { id: newUuid(), createdAt: new Date('2026-01-02T12:00:00.000Z') },
];

describe.each(DATABASES)('lists of a tenant that the statistics do not know, in the %s database', (kind, open) => {
  let unseen: UnseenTenant;

  beforeAll(async () => {
    unseen = await UnseenTenant.beside(kind, open);
  }, 120_000);
  afterAll(() => unseen.close());

  const check = async (): Promise<void> => {
    const dear: unknown[] = [];
    await unseen.within(async (tx) => {
      for (const { name, filter } of LIST_FILTERS) {
        const narrowed = await measures.narrowed(tx, TENANT, filter);
        const narrowedBefore = await measures.narrowed(tx, TENANT, { ...filter, before: newUuid() });
        const costs = await readingCosts(tx, async (spy) => {
          await measures.narrowed(spy, TENANT, filter);
          await measures.total(spy, TENANT, narrowed);
          for (const window of WINDOWS) await list.page(spy, TENANT, narrowed, window);
          for (const after of PLACES) await list.places(spy, TENANT, narrowedBefore, after, NAMED);
        });
        dear.push(...dearer(name, costs, WHOLE));
      }
    });
    expect(dear).toEqual([]);
  };

  it('look at each memory once at most, where nothing was there at the last ANALYZE', check, 120_000);

  it('look at each memory once at most, where others were there at the last ANALYZE', async () => {
    await unseen.addSeenTenant();
    await check();
  }, 120_000);

  it('have the same memories, whatever way leads to them', async () => {
    await unseen.within(async (tx) => {
      for (const { name, filter } of LIST_FILTERS) {
        const leads: Lead[] = [...labelGroups(filter)];
        if (filter.occurredFrom !== undefined || filter.occurredTo !== undefined) leads.push({ kind: 'occurred' });
        if (leads.length === 0) continue;
        const alongs = leads.flatMap((lead) =>
          lead.kind === 'attributes' && lead.labels.length === 1 ? [{ ...filter, along: lead.labels[0] }] : [],
        );
        const ways: ListFilter[] = [filter, ...leads.map((few) => ({ ...filter, few })), ...alongs];
        for (const window of WINDOWS) {
          const pages = await inTurn(ways, async (way) =>
            (await list.page(tx, TENANT, way, window)).map(({ id }) => id),
          );
          expect([name, pages]).toEqual([name, pages.map(() => pages[0])]);
        }
        for (const after of PLACES) {
          const found = await inTurn(ways, (way) => list.places(tx, TENANT, way, after, NAMED));
          expect([name, found]).toEqual([name, found.map(() => found[0])]);
        }
        const totals = await inTurn(ways, (way) => measures.total(tx, TENANT, way));
        expect([name, totals]).toEqual([name, totals.map(() => totals[0])]);
      }
    });
  }, 240_000);

  it('stop where the page is full', async () => {
    const dear: unknown[] = [];
    await unseen.within(async (tx) => {
      for (const filter of [{}, { type: 'type3' }, { tags: ['common'] }, { attributes: [['userId=everybody']] }]) {
        const narrowed = await measures.narrowed(tx, TENANT, filter);
        for (const window of WINDOWS) {
          const costs = await readingCosts(tx, (spy) => list.page(spy, TENANT, narrowed, window));
          dear.push(...dearer(JSON.stringify([filter, window]), costs, UNSEEN_MEMORIES - 1));
        }
        for (const after of PLACES) {
          const costs = await readingCosts(tx, (spy) => list.places(spy, TENANT, narrowed, after, NAMED));
          dear.push(...dearer(JSON.stringify([filter, after]), costs, UNSEEN_MEMORIES - 1));
        }
      }
    });
    expect(dear).toEqual([]);
  }, 120_000);
});

async function inTurn<T, R>(inputs: readonly T[], work: (input: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const input of inputs) results.push(await work(input));
  return results;
}
