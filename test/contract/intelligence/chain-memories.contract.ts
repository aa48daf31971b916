import type { MetadataFilter } from '@mneme/memories';
import { TenantDb } from '@mneme/platform/database';
import { newUuid, tenantId } from '@mneme/platform/ids';
import { ChainMemoryCache } from '../../../libs/intelligence/chains/chain-memory.cache.js';
import { ChainRowsRepository } from '../../../libs/intelligence/chains/chain-rows.repository.js';
import { ChainRequestContext } from '../../../libs/intelligence/chains/chain-request.context.js';
import type { FeatureDocument } from '../../../libs/intelligence/stored-form/feature-rows.js';
import { MemoryFeaturesRepository } from '../../../libs/intelligence/features/memory-features.repository.js';
import { insertRecord, sampleDocument, sampleRows } from '../../support/stories/feature-samples.js';
import { FilterMeasuresRepository } from '../../../libs/memories/listing/filter-measures.repository.js';
import { MemoryListRepository } from '../../../libs/memories/listing/memory-list.repository.js';
import { MemorySelectionsService } from '../../../libs/memories/listing/memory-selections.service.js';
import { MemoryVectorIndex } from '../../support/vectors/memory-vector-index.js';
import { oneDirection } from '../../support/faults/one-direction.js';
import { DATABASES, type OpenDatabase } from '../../support/database/open-database.js';
import { sampleMemory, sampleModel, samplePoint } from '../../support/vectors/vector-samples.js';

describe.each(DATABASES)('memories of chains in the %s database', (_, open) => {
  let opened: OpenDatabase;
  let db: TenantDb;
  let memories: ChainMemoryCache;
  let tenant = tenantId('nobody');
  const index = new MemoryVectorIndex();
  const features = new MemoryFeaturesRepository();

  beforeAll(async () => {
    opened = await open();
    db = new TenantDb(opened.database.dataSource);
    const selections = new MemorySelectionsService(db, new FilterMeasuresRepository(), new MemoryListRepository());
    memories = new ChainMemoryCache(db, new ChainRowsRepository(), oneDirection(index), selections);
  }, 120_000);
  afterAll(() => opened.close());
  beforeEach(() => {
    tenant = tenantId(`chain-memories-${newUuid()}`);
  });

  const save = (document: FeatureDocument, modelId = sampleModel.id): Promise<void> =>
    db.run(tenant, (tx) => features.save(tx, tenant, modelId, sampleRows([document])));
  const stored = async (content: string): Promise<FeatureDocument> => {
    const document = sampleDocument({ content });
    await db.run(tenant, (tx) => insertRecord(tx, tenant, document));
    await save(document);
    await index.upsert(tenant, [sampleMemory({ ...document, memoryId: document.id, points: [samplePoint(1)] })]);
    return document;
  };
  const changed = async (document: FeatureDocument, content: string): Promise<void> => {
    const next = { ...document, version: document.version + 1, content };
    await db.run(tenant, (tx) =>
      tx.query('UPDATE memories SET version = $3, content = $4 WHERE tenant_id = $1 AND id = $2', [
        tenant,
        next.id,
        next.version,
        content,
      ]),
    );
    await save(next);
  };
  const removed = ({ id }: FeatureDocument): Promise<unknown> =>
    db.run(tenant, (tx) => tx.query('DELETE FROM memories WHERE tenant_id = $1 AND id = $2', [tenant, id]));
  const scope = (
    trusts: boolean,
    asOf = new Date(),
    modelId = sampleModel.id,
    metadata?: MetadataFilter,
  ): ChainRequestContext =>
    new ChainRequestContext(tenant, modelId, asOf, undefined, new Float32Array(16), new Map(), trusts, metadata);
  const contents = async (request: ChainRequestContext, ...documents: FeatureDocument[]): Promise<string[]> => {
    const ids = documents.map(({ id }) => id);
    return (await memories.load(request, ids)).map(({ content }) => content);
  };

  it('have the metadata that is asked for, remembered and trusted or not', async () => {
    const [anna, ben] = [await stored('of anna'), await stored('of ben')];
    const owned = async ({ id }: FeatureDocument, userId: string): Promise<unknown> =>
      db.run(tenant, (tx) =>
        tx.query('UPDATE memories SET metadata = $3 WHERE tenant_id = $1 AND id = $2', [
          tenant,
          id,
          JSON.stringify({ userId }),
        ]),
      );
    await owned(anna, 'anna');
    await owned(ben, 'ben');
    const of = (userId: string): ChainRequestContext => scope(true, new Date(), sampleModel.id, { userId });
    for (let i = 0; i < 2; i++) {
      expect(await contents(scope(true), anna, ben)).toHaveLength(2);
      expect(await contents(of('anna'), anna, ben)).toEqual(['of anna']);
      expect(await contents(of('nobody'), anna, ben)).toEqual([]);
    }
  });

  it('are not there from the moment on at which their time is over', async () => {
    const document = await stored('soon gone');
    expect(await contents(scope(true), document)).toEqual(['soon gone']);
    await db.run(tenant, async (tx) => {
      await tx.query('SELECT mneme_show_expired()');
      await tx.query('UPDATE memories SET expires_at = now() WHERE tenant_id = $1', [tenant]);
    });
    expect(await contents(scope(false), document)).toEqual([]);
    const trusting = scope(true);
    await memories.load(trusting, [document.id]);
    expect(await memories.confirm(trusting)).toBe(true);
    expect(await contents(scope(true), document)).toEqual([]);
  });

  it('are taken without a question where they are remembered and trusted, and confirmed by one', async () => {
    const note = await stored('The boat leaks');
    await contents(scope(false), note);
    const reads = jest.spyOn(db, 'read');
    const trusting = scope(true);
    expect(await contents(trusting, note)).toEqual(['The boat leaks']);
    expect(reads).toHaveBeenCalledTimes(0);
    expect([await memories.confirm(trusting), await memories.confirm(trusting)]).toEqual([true, true]);
    expect(reads).toHaveBeenCalledTimes(1);
    expect(await contents(scope(false), note)).toEqual(['The boat leaks']);
    expect(reads).toHaveBeenCalledTimes(2);
    reads.mockRestore();
  });

  it.each([
    ['has changed', (note: FeatureDocument) => changed(note, 'The boat is dry'), ['The boat is dry']],
    ['is gone', removed, []],
  ])('are not confirmed where one %s, and are as they are now from then on', async (__, happens, now) => {
    const [note, other] = [await stored('The boat leaks'), await stored('The house is warm')];
    await contents(scope(false), note, other);
    await happens(note);
    const trusting = scope(true);
    expect(await contents(trusting, note, other)).toHaveLength(2);
    expect(await memories.confirm(trusting)).toBe(false);
    const again = scope(true);
    expect((await contents(again, note, other)).sort()).toEqual([...now, 'The house is warm'].sort());
    expect(await memories.confirm(again)).toBe(true);
  });

  it('are asked for first where nothing is trusted', async () => {
    const note = await stored('The boat leaks');
    await contents(scope(true), note);
    await changed(note, 'The boat is dry');
    expect(await contents(scope(false), note)).toEqual(['The boat is dry']);
  });

  it('are not those of later, nor another tenant’s', async () => {
    const note = await stored('The boat leaks');
    await contents(scope(true), note);
    expect(await contents(scope(true, new Date('2026-01-01T00:00:00Z')), note)).toEqual([]);
    tenant = tenantId(`stranger-${newUuid()}`);
    expect(await contents(scope(true), note)).toEqual([]);
  });

  it('are not remembered where the vectors are those of another model than was asked for', async () => {
    const note = await stored('The boat leaks');
    await save(note, 'left@1');
    const left = (): ChainRequestContext => scope(true, new Date(), 'left@1');
    expect(await contents(left(), note)).toEqual(['The boat leaks']);
    const reads = jest.spyOn(db, 'read');
    expect(await contents(left(), note)).toEqual(['The boat leaks']);
    expect(reads).toHaveBeenCalled();
    reads.mockRestore();
  });
});
