import { TenantDb } from '@mneme/platform/database';
import { newUuid, tenantId, type TenantId } from '@mneme/platform/ids';
import type { EmbeddingModel, VectorIndex } from '@mneme/retrieval';
import { ReindexQueueRepository } from '../../../libs/memories/reindex/reindex-queue.repository.js';
import { CurrentIndex } from '../../../libs/retrieval/models/current-index.js';
import { EmbeddingModelsRepository } from '../../../libs/retrieval/models/embedding-models.repository.js';
import { MemoryVectorStore } from '../../support/vectors/memory-vector-store.js';
import { DATABASES, type OpenDatabase } from '../../support/database/open-database.js';
import { sampleModel } from '../../support/vectors/vector-samples.js';

const PAGE = 500;

const FILL = `
  INSERT INTO memories (tenant_id, id, content, type, importance, tags, metadata, bytes, version, created_at, updated_at)
  SELECT $1, gen_random_uuid(), 'm', 'task', 0.5, '{}', '{}', 1, 1, now(), now() FROM generate_series(1, $2)`;

/** Its process ends as soon as an index is made. */
class LastBreathStore extends MemoryVectorStore {
  breathing = true;

  override async open(model: EmbeddingModel): Promise<VectorIndex> {
    const index = await super.open(model);
    if (this.breathing) return index;
    throw new Error('killed');
  }
}

describe.each(DATABASES)('an index that is made anew from the records in the %s database', (_, open) => {
  let opened: OpenDatabase;
  let tenantDb: TenantDb;
  const models = new EmbeddingModelsRepository();
  const queue = new ReindexQueueRepository();
  beforeAll(async () => {
    opened = await open();
    tenantDb = new TenantDb(opened.database.dataSource);
  }, 180_000);
  afterAll(() => opened.close());

  const newTenant = async (memories: number): Promise<TenantId> => {
    const tenant = tenantId(`refill-${newUuid()}`);
    await tenantDb.run(tenant, (tx) => tx.query(FILL, [tenant, memories]));
    return tenant;
  };
  const next = (tenant: TenantId, after: string | null): ReturnType<ReindexQueueRepository['enqueueNext']> =>
    tenantDb.run(tenant, (tx) => queue.enqueueNext(tx, tenant, sampleModel.id, after, PAGE, 'stay'));
  const queued = (tenant: TenantId): Promise<number> =>
    tenantDb.run(tenant, (tx) => queue.countOf(tx, tenant, sampleModel.id));

  const queuedAll = async (): Promise<boolean | undefined> => {
    const known = await tenantDb.runSystem((tx) => models.list(tx));
    return known.find(({ id }) => id === sampleModel.id)?.queuedAll;
  };

  it('takes none where nothing was ever stored: an import right after the first start would be indexed twice', async () => {
    const store = new MemoryVectorStore();
    await tenantDb.runSystem((tx) => models.claim(tx, 'sample', sampleModel, store.name));
    await new CurrentIndex(tenantDb, models, store).open(sampleModel, store.name);
    expect(await queuedAll()).toBe(true);
  });

  it('is filled although the start that found it gone was killed right after making it', async () => {
    const store = new LastBreathStore();
    await newTenant(1);
    expect(await queuedAll()).toBe(true);
    store.breathing = false;
    await expect(new CurrentIndex(tenantDb, models, store).open(sampleModel, store.name)).rejects.toThrow('killed');
    store.breathing = true;
    await new CurrentIndex(tenantDb, models, store).open(sampleModel, store.name);
    expect(await queuedAll()).toBe(false);
  });

  it.each([
    ['no memory', 0, [0]],
    ['less than a page', PAGE - 1, [PAGE - 1]],
    ['two pages to the last', 2 * PAGE, [PAGE, PAGE, 0]],
    ['one more than two pages', 2 * PAGE + 1, [PAGE, PAGE, 1]],
  ])('takes each memory of a tenant with %s once', async (_name, memories, pages) => {
    const [tenant, other] = [await newTenant(memories), await newTenant(1)];
    const counts: number[] = [];
    for (let after: string | null = null; counts.length === 0 || counts.at(-1) === PAGE;) {
      const { count, last } = await next(tenant, after);
      counts.push(count);
      after = last ?? after;
    }
    expect(counts).toEqual(pages);
    expect([await queued(tenant), await queued(other)]).toEqual([memories, 0]);
  });

  it('takes none twice where a page is repeated after a crash', async () => {
    const tenant = await newTenant(PAGE + 2);
    const first = await next(tenant, null);
    expect(await next(tenant, null)).toEqual(first);
    await next(tenant, first.last);
    expect(await queued(tenant)).toBe(PAGE + 2);
  });
});
