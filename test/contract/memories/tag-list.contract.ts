import { TenantDb } from '@mneme/platform/database';
import { tenantId } from '@mneme/platform/ids';
import { type TagCount, TagListRepository } from '../../../libs/memories/listing/tag-list.repository.js';
import { newMemory } from '../../../libs/memories/storage/memory.factory.js';
import { MemoriesRepository } from '../../../libs/memories/storage/memories.repository.js';
import { DATABASES, type OpenDatabase } from '../../support/database/open-database.js';

const TENANT = tenantId('tagged');
const PAST = new Date('2026-01-01T00:00:00Z');

describe.each(DATABASES)('the tags of a tenant in the %s database', (_, open) => {
  let opened: OpenDatabase;
  let db: TenantDb;
  const list = new TagListRepository();
  const page = (limit = 10, prefix = '', after = ''): Promise<TagCount[]> =>
    db.read(TENANT, (tx) => list.page(tx, TENANT, { prefix, after, limit }));

  beforeAll(async () => {
    opened = await open();
    db = new TenantDb(opened.database.dataSource);
    const memories = new MemoriesRepository();
    const tagged = (tags: string[], expiresAt?: Date) =>
      newMemory(TENANT, { content: 'x', type: 'task', tags, expiresAt });
    await db.run(TENANT, async (tx) => {
      await memories.showExpired(tx);
      await memories.insert(tx, TENANT, [
        tagged(['all', 'B', 'ä', 'zoo']),
        tagged(['all', 'B', 'over'], PAST),
        tagged(['all', 'over', 'over and out'], PAST),
        tagged(['all', 'later'], new Date(Date.now() + 3_600_000)),
      ]);
    });
  }, 180_000);
  afterAll(() => opened.close());

  it('are counted without memories that have expired and are still stored, in the order of their code points', async () => {
    expect(await page()).toEqual([
      { tag: 'B', count: 1 },
      { tag: 'all', count: 2 },
      { tag: 'later', count: 1 },
      { tag: 'zoo', count: 1 },
      { tag: 'ä', count: 1 },
    ]);
  });

  it('fill a page, whatever lies between them that only such memories carry', async () => {
    expect((await page(2, '', 'all')).map(({ tag }) => tag)).toEqual(['later', 'zoo']);
    expect(await page(10, 'over')).toEqual([]);
  });
});
