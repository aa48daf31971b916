import { TenantDb } from '@mneme/platform/database';
import { tenantId } from '@mneme/platform/ids';
import type { EntityManager } from 'typeorm';
import { FilterMeasuresRepository } from '../../../libs/memories/listing/filter-measures.repository.js';
import { MemoryListRepository, type ListWindow } from '../../../libs/memories/listing/memory-list.repository.js';
import { TagListRepository } from '../../../libs/memories/listing/tag-list.repository.js';
import type { MemoryFilter } from '../../../libs/memories/listing/memory-filter.js';
import { SearchContextRepository } from '../../../libs/memories/search/search-context.repository.js';
import { explained } from '../../support/database/explained.js';
import { DATABASES, type OpenDatabase } from '../../support/database/open-database.js';

/** One of five tenants: a tenant that is nearly the whole table is rightly read from end to end. */
const TENANT = tenantId('tenant-0');
const TENANTS = 5;
const MEMORIES_EACH = 8_000;
const ID = '019a0000-0000-7000-8000-000000000001';

const FILL = `
  INSERT INTO memories (tenant_id, id, content, type, importance, tags, metadata, bytes, version, created_at, updated_at)
  SELECT $1, gen_random_uuid(), 'memory ' || i, 'type' || i % 13, (i % 100) / 100.0, ARRAY['tag' || i % 40],
         json_build_object('sessionId', 'session' || i / 20, 'speaker', 'Ann'), 10, 1,
         timestamptz '2026-01-01' + i * interval '1 minute', timestamptz '2026-01-01' + i * interval '1 minute'
    FROM generate_series(1, $2) i`;

const newest: ListWindow = { sort: 'createdAt', order: 'desc', limit: 50, offset: 0 };
const after = { sort: 'createdAt', order: 'desc', page: 2, value: '2026-01-05T00:00:00.000Z', id: ID } as const;

const LISTS: [string, MemoryFilter, ListWindow][] = [
  ['the first page', {}, newest],
  ['a deep page', {}, { ...newest, limit: 10, offset: 7_990 }],
  ['a cursor page', {}, { ...newest, after }],
  ['by importance', {}, { ...newest, sort: 'importance' }],
  [
    'by importance after a cursor',
    {},
    { ...newest, sort: 'importance', after: { ...after, sort: 'importance', value: 0.5 } },
  ],
  ['by change, oldest first', {}, { ...newest, sort: 'updatedAt', order: 'asc' }],
  ['of one type', { type: 'type3' }, newest],
  ['with a tag', { tags: ['tag3'] }, newest],
  ['with all of two tags', { tags: ['tag3', 'tag4'] }, newest],
  ['with any of two tags', { tags: ['tag3', 'tag4'], tagsMode: 'any' }, newest],
  ['in a range of dates', { createdFrom: new Date('2026-01-02'), createdTo: new Date('2026-01-03') }, newest],
];

describe.each(DATABASES)('lists in the %s database', (_, open) => {
  let opened: OpenDatabase;
  const list = new MemoryListRepository();

  beforeAll(async () => {
    opened = await open();
    const tenantDb = new TenantDb(opened.database.dataSource);
    for (let i = 0; i < TENANTS; i++) {
      const tenant = tenantId(`tenant-${i}`);
      await tenantDb.run(tenant, async (tx) => {
        await tx.query(FILL, [tenant, MEMORIES_EACH]);
        await tx.query('INSERT INTO memory_tags SELECT tenant_id, id, unnest(tags) FROM memories');
      });
    }
    await opened.analyze();
  }, 120_000);
  afterAll(() => opened.close());

  it.each(LISTS)('%s are served by an index', async (_name, filter, window) => {
    const plan = await new TenantDb(opened.database.dataSource).run(TENANT, async (tx) =>
      explained(tx, (spy) => list.page(spy, TENANT, filter, window)),
    );
    expect(plan).toMatch(/Index (Only )?Scan|Bitmap Index Scan/);
    expect(plan).not.toMatch(/Seq Scan/);
  });

  it.each(LISTS)('%s know their total by an index', async (_name, filter) => {
    const plan = await new TenantDb(opened.database.dataSource).run(TENANT, async (tx) =>
      explained(tx, (spy) => new FilterMeasuresRepository().total(spy, TENANT, filter)),
    );
    expect(plan).not.toMatch(/Seq Scan on (memories|memory_tags)/);
  });

  it.each([
    ['a page of tags', { prefix: '', after: '', limit: 50 }],
    ['tags that begin alike, after one of them', { prefix: 'tag1', after: 'tag12', limit: 50 }],
  ])('%s is read from the index of tags alone, and what has expired once', async (_name, window) => {
    const plan = await new TenantDb(opened.database.dataSource).run(TENANT, async (tx) =>
      explained(tx, (spy) => new TagListRepository().page(spy, TENANT, window)),
    );
    expect(plan.match(/Index Only Scan using memory_tags_tag/g)).toHaveLength(2);
    expect(plan).toMatch(/hashed SubPlan/);
    expect(plan).not.toMatch(/Seq Scan on memory_tags|memory_tags_pk/);
  });

  it('the neighbours of what was found are served by an index', async () => {
    const plan = await new TenantDb(opened.database.dataSource).run(TENANT, async (tx) => {
      const found = await tx.query<{ id: string }[]>('SELECT id FROM memories WHERE tenant_id = $1 LIMIT 100', [
        TENANT,
      ]);
      const ids = found.map(({ id }) => id);
      const wanted = { ids: ids.slice(0, 40), whole: true, filter: { tags: ['tag3'] } };
      return explained(tx, (spy) => new SearchContextRepository().read(spy, TENANT, ids, wanted));
    });
    expect(plan.match(/memories_session/g)).toHaveLength(1);
    expect(plan).not.toMatch(/Seq Scan/);
  });

  it('and so they are where a connection has planned the statement once for all values', async () => {
    const plan = await new TenantDb(opened.database.dataSource).run(TENANT, async (tx) => {
      const sent: string[] = [];
      const spy = {
        query: (sql: string) => {
          sent.push(sql);
          return Promise.resolve([]);
        },
      };
      const wanted = { ids: [], whole: false, filter: {} };
      await new SearchContextRepository().read(spy as unknown as EntityManager, TENANT, [], wanted);
      await tx.query('SET LOCAL plan_cache_mode = force_generic_plan');
      await tx.query(`PREPARE surroundings AS ${sent[0] ?? ''}`);
      const values = `'${TENANT}', '{}', '{}', '{}'`;
      const rows = await tx.query<Record<string, string>[]>(`EXPLAIN EXECUTE surroundings(${values})`);
      await tx.query('DEALLOCATE surroundings');
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
    expect(plan).toContain('tenant_id = $1');
    expect(plan.match(/memories_session/g)).toHaveLength(1);
    expect(plan).not.toMatch(/Seq Scan/);
  });
});
