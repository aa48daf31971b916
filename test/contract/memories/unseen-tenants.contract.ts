import type { TenantDb } from '@mneme/platform/database';
import { newUuid, tenantId, type TenantId } from '@mneme/platform/ids';
import type { EntityManager } from 'typeorm';
import { ChainRowsRepository } from '../../../libs/intelligence/chains/chain-rows.repository.js';
import { FeatureModelsRepository } from '../../../libs/intelligence/features/feature-models.repository.js';
import { FeatureBackfillRepository } from '../../../libs/intelligence/features/feature-backfill.repository.js';
import { MemoryFeaturesRepository } from '../../../libs/intelligence/features/memory-features.repository.js';
import { MentionsRepository } from '../../../libs/intelligence/features/mentions.repository.js';
import { MAX_ID } from '../../../libs/intelligence/stored-form/packed-chunk.js';
import { PatternEvidenceRepository } from '../../../libs/intelligence/patterns/pattern-evidence.repository.js';
import { PackedObservationsRepository } from '../../../libs/intelligence/patterns/packed-observations.repository.js';
import { DeletionJobsRepository } from '../../../libs/memories/deletion/deletion-jobs.repository.js';
import { MemoryListRepository } from '../../../libs/memories/listing/memory-list.repository.js';
import { IndexQueueRepository } from '../../../libs/memories/storage/index-queue.repository.js';
import { newMemory } from '../../../libs/memories/storage/memory.factory.js';
import { MemoriesRepository } from '../../../libs/memories/storage/memories.repository.js';
import { TagListRepository } from '../../../libs/memories/listing/tag-list.repository.js';
import { MemoryRecountRepository } from '../../../libs/memories/records/memory-recount.repository.js';
import { SearchContextRepository } from '../../../libs/memories/search/search-context.repository.js';
import { ReindexQueueRepository } from '../../../libs/memories/reindex/reindex-queue.repository.js';
import { IdempotencyRepository } from '../../../libs/platform/idempotency/idempotency.repository.js';
import { OutboxRepository } from '../../../libs/platform/outbox/outbox.repository.js';
import { PgvectorIndex } from '../../../libs/retrieval/pgvector/pgvector.index.js';
import { DeliveryLogRepository } from '../../../libs/webhooks/delivery-log/delivery-log.repository.js';
import { DeliveryQueueRepository } from '../../../libs/webhooks/delivery/delivery-queue.repository.js';
import { WebhookSystemRepository } from '../../../libs/webhooks/scheduling/webhook-system.repository.js';
import { DATABASES } from '../../support/database/open-database.js';
import { sampleDocument, sampleRows } from '../../support/stories/feature-samples.js';
import { statementCosts } from '../../support/database/statement-cost.js';
import { LOADED } from '../../support/database/tenant-load.js';
import { dearer, LOOKUP, NAMED, UNSEEN_MEMORIES, UnseenTenant } from '../../support/database/unseen-tenant.js';

const TENANT = tenantId('unseen');

type Work = (tx: EntityManager, ids: readonly string[]) => Promise<unknown>;

const memories = new MemoriesRepository();
const tags = new TagListRepository();
const features = new MemoryFeaturesRepository();
const chains = new ChainRowsRepository();
const scans = new FeatureBackfillRepository();
const mentions = new MentionsRepository();
const observations = new PackedObservationsRepository();
const evidence = new PatternEvidenceRepository();
const indexQueue = new IndexQueueRepository();
const list = new MemoryListRepository();
const deletions = new DeletionJobsRepository();
const models = new ReindexQueueRepository();
const outbox = new OutboxRepository();
const deliveries = new DeliveryLogRepository();
const deliveryQueue = new DeliveryQueueRepository();
const webhooks = new WebhookSystemRepository();
const surroundings = new SearchContextRepository();
const vectors = (tx: EntityManager): PgvectorIndex => new PgvectorIndex(within(tx), 'a');

const NOW = new Date('2026-06-01T00:00:00Z');
const { model, webhookId, holder } = LOADED;
const ASKED = { names: ['1', '7'], tags: ['common', 'rare', 'nosuchtag'] };
const wholly = { whole: true, filter: { tags: ['common'] } };
const attempt = { number: 1, status: 'delivered', step: 1, nextAttemptAt: null, statusCode: 200, error: null } as const;
const settled = { ...attempt, at: NOW, latencyMs: 5, response: 'ok' };
const version = { modelId: model, version: 1 };
const queued = (ids: readonly string[]) => ids.map((memoryId) => ({ memoryId, ...version }));

/** By what they name: a handful of rows, however many the tenant has. */
const NAMING: [string, Work][] = [
  ['a memory', (tx, [id = '']) => memories.find(tx, TENANT, id)],
  ['a locked memory', (tx, [id = '']) => memories.lock(tx, TENANT, id)],
  ['memories', (tx, ids) => memories.findMany(tx, TENANT, ids)],
  ['external ids', (tx) => memories.idsOf(tx, TENANT, ['external1', 'nosuch'])],
  ['a memory by its external id', (tx) => memories.findNamed(tx, TENANT, 'external1')],
  ['memories locked by external ids', (tx) => memories.lockNamed(tx, TENANT, ['external1', 'nosuch'])],
  ['locked memories', (tx, ids) => memories.lockMany(tx, TENANT, ids)],
  [
    'what supersedes memories',
    (tx, ids) =>
      memories.successors(
        tx,
        TENANT,
        ids.map((id) => ({ id })),
      ),
  ],
  ['tags that begin alike', (tx) => tags.page(tx, TENANT, { prefix: 'tag', after: '', limit: 10 })],
  ['later tags', (tx) => tags.page(tx, TENANT, { prefix: '', after: 'tag0', limit: 10 })],
  ['a change', async (tx, [id = '']) => change(tx, id)],
  ['a deletion', async (tx, [id = '']) => remove(tx, id)],
  ['which of memories a filter means', (tx, ids) => list.among(tx, TENANT, { type: 'type3', before: MAX_ID }, ids)],
  ['a deletion job', (tx, [id = '']) => deletions.find(tx, TENANT, id)],
  ['a new deletion job', (tx) => deletions.add(tx, TENANT, newUuid(), { type: 'task' }, 5_000)],
  ['a deletion job that goes on', (tx, [id = '']) => deletions.keep(tx, TENANT, id, holder)],
  ['a deletion job that is given back', (tx, [id = '']) => deletions.release(tx, TENANT, id, holder)],
  ['a deletion job that is further', (tx, [id = '']) => deletions.progress(tx, TENANT, id, 1, { id, createdAt: NOW })],
  ['a deletion job that failed', (tx, [id = '']) => deletions.postpone(tx, TENANT, id, holder)],
  ['a deletion job that ends', (tx, [id = '']) => deletions.end(tx, TENANT, id, holder, null)],
  ['a deletion job that goes', (tx, [id = '']) => deletions.forget(tx, TENANT, id)],
  ['what is beside memories', (tx, ids) => surroundings.read(tx, TENANT, ids, { ids, ...wholly })],
  ['memories of a recount', (tx) => new MemoryRecountRepository().page(tx, TENANT, MIN, NAMED)],
  ['memories for a model', (tx) => models.enqueueNext(tx, TENANT, 'other@1', null, NAMED, 'stay')],
  ['more for a model', (tx, [id = '']) => models.enqueueNext(tx, TENANT, 'other@1', id, NAMED, 'stay')],
  ['what is confirmed', (tx, ids) => indexQueue.confirm(tx, TENANT, queued(ids))],
  ['what is released', (tx, ids) => indexQueue.release(tx, TENANT, queued(ids), 'away')],
  ['what is postponed', (tx, ids) => indexQueue.postpone(tx, TENANT, queued(ids), 'failed')],
  ['features of memories', (tx, ids) => chains.rows(tx, TENANT, model, ids, 2_000)],
  [
    'changed memories',
    (tx, ids) =>
      chains.changed(
        tx,
        TENANT,
        model,
        ids.map((id) => ({ id, version: 0 })),
      ),
  ],
  ['versions of features', (tx, ids) => features.versions(tx, TENANT, model, ids)],
  ['beginnings of memories', (tx, ids) => evidence.beginnings(tx, TENANT, ids, 320)],
  ['event times', (tx, ids) => features.eventTimes(tx, TENANT, model, ids)],
  ['a page of a scan', (tx) => scans.page(tx, scan(null), model, NAMED)],
  ['a later page of a scan', (tx, [id = '']) => scans.page(tx, scan(id), model, NAMED)],
  ['counts of names and tags', (tx) => mentions.counts(tx, TENANT, ASKED, NAMED)],
  ['holders of names and tags', (tx) => mentions.holders(tx, TENANT, ['1'], ASKED, { ofLink: 10, ofName: NAMED })],
  ['the newest observations', (tx) => observations.newest(tx, TENANT, model, { from: MIN, to: MAX_ID }, NAMED)],
  [
    'observations before a place',
    (tx) => observations.storedBefore(tx, TENANT, model, { createdAt: NOW, id: MAX_ID }, NAMED),
  ],
  ['due deliveries', (tx, inHand) => deliveryQueue.due(tx, TENANT, webhookId, { now: NOW, inHand, limit: NAMED })],
  [
    'a log of a status',
    (tx) => deliveries.page(tx, TENANT, webhookId, 'failed', { limit: NAMED, offset: 0, after: undefined }),
  ],
  ['attempts', (tx, [id = '']) => deliveries.attempts(tx, TENANT, id)],
];

/** With one pass over what the tenant has, where that is little beside what is named. */
const PASSING: [string, Work][] = [
  ['a log', (tx) => deliveries.page(tx, TENANT, webhookId, undefined, { limit: NAMED, offset: 0, after: undefined })],
  ['new features', (tx, ids) => features.save(tx, TENANT, model, sampleRows(ids.map((id) => sampleDocument({ id }))))],
  ['tags that many have', (tx) => tags.page(tx, TENANT, { prefix: '', after: '', limit: 3 })],
  ['a sample', (tx) => features.sample(tx, TENANT, model, 3, NAMED)],
  ['the stamp of a sample', (tx) => features.sampleStamp(tx, TENANT, model, 3, NAMED)],
  ['events', (tx, ids) => outbox.find(tx, TENANT, ids)],
  ['events that go', (tx, ids) => outbox.delete(tx, TENANT, ids)],
  ['old events', (tx) => outbox.deleteBefore(tx, TENANT, MAX_ID, NAMED)],
  ['cancelled deliveries', (tx) => deliveryQueue.cancel(tx, TENANT, webhookId, NAMED)],
  ['forgotten deliveries', (tx) => deliveryQueue.forget(tx, TENANT, webhookId, NAMED)],
  ['entries of the index queue', (tx) => indexQueue.claim(tx, NAMED, [model])],
  ['older features', (tx) => scans.hasOlder(tx, TENANT, model)],
  ['features of a model that goes', (tx) => new FeatureModelsRepository().forgetFeatures(tx, TENANT, model, NAMED)],
  [
    'settled deliveries',
    (tx, ids) =>
      deliveryQueue.settle(
        tx,
        TENANT,
        ids.map((id) => ({ id, ...settled })),
      ),
  ],
  ['states of observations', (tx) => observations.states(tx, TENANT, model, [{ from: MIN, to: MAX_ID }])],
  ['a count of deliveries', (tx) => deliveries.total(tx, TENANT, webhookId, undefined, 10_000)],
];

/** By jobs, over all tenants. */
const SYSTEM: [string, Work][] = [
  ['a deletion job', (tx) => deletions.claim(tx, holder)],
  ['a scan', (tx) => scans.next(tx, [TENANT])],
  ['endpoints with deliveries', (tx) => webhooks.waitingEndpoints(tx, NOW, { after: undefined, limit: NAMED })],
  ['idempotency keys', (tx) => new IdempotencyRepository().removeExpired(tx, NAMED)],
];

const VECTORS: [string, Work][] = [
  ['vectors', (tx, ids) => vectors(tx).vectors(TENANT, ids)],
  ['held terms', (tx) => vectors(tx).heldTerms(TENANT, [1, 7, -1])],
];

const SEARCH = {
  vector: new Float32Array([1, 0, 0]),
  terms: [],
  lexicalWeight: 0.5,
  lexicalPower: 2,
  candidates: NAMED,
  filter: {},
};
const ONE_SPEAKER = { attributes: [['speaker=Ann', 'speaker=Bob'], ['sessionId=session1']], occurredFrom: new Date(0) };
const TERMS = [{ term: 7, weight: 1, frequency: 20 }];
const SEARCHES: [string, Work][] = [
  ['points to write', (tx, ids) => vectors(tx).upsert(TENANT, ids.map(point))],
  ['points to remove', (tx, ids) => vectors(tx).remove(TENANT, ids)],
  ['a search by vector', (tx) => vectors(tx).search(TENANT, SEARCH)],
  ['a search by both', (tx) => vectors(tx).search(TENANT, { ...SEARCH, terms: TERMS })],
  ['a filtered search', (tx) => vectors(tx).search(TENANT, { ...SEARCH, terms: TERMS, filter: { tags: ['common'] } })],
  ['a search of one speaker', (tx) => vectors(tx).search(TENANT, { ...SEARCH, terms: TERMS, filter: ONE_SPEAKER })],
];

/** Connections plan them once, for all values. */
const PREPARED: [string, Work][] = [
  ['a memory', (tx, [id = '']) => memories.find(tx, TENANT, id)],
  ['memories', (tx, ids) => memories.findMany(tx, TENANT, ids)],
  ['what is beside memories', (tx, ids) => surroundings.read(tx, TENANT, ids, { ids, ...wholly })],
];

const MIN = '00000000-0000-0000-0000-000000000000';

describe.each(DATABASES)('of a tenant that the statistics do not know, the %s database', (kind, open) => {
  let unseen: UnseenTenant;

  beforeAll(async () => {
    unseen = await UnseenTenant.beside(kind, open);
  }, 120_000);
  afterAll(() => unseen.close());

  const check = async (): Promise<void> => {
    const dear: unknown[] = [];
    await unseen.within(async (tx, ids) => {
      const run = async (name: string, work: Work, limit: number, planned?: 'once'): Promise<void> => {
        await tx.query('SAVEPOINT case_begins');
        const costs = await statementCosts(tx, (spy) => work(spy, ids), planned);
        await tx.query('ROLLBACK TO SAVEPOINT case_begins');
        dear.push(...dearer(name, costs, limit));
      };
      const few = [...NAMING, ...SYSTEM, ...(unseen.hasVectors ? VECTORS : [])];
      for (const [name, work] of few) await run(name, work, LOOKUP * NAMED);
      for (const [name, work] of PREPARED) await run(name, work, LOOKUP * NAMED, 'once');
      const passing = [...PASSING, ...(unseen.hasVectors ? SEARCHES : [])];
      for (const [name, work] of passing) await run(name, work, 3 * UNSEEN_MEMORIES);
    });
    expect(dear).toEqual([]);
  };

  it('looks up what is named and no more, where nothing was there at the last ANALYZE', check, 120_000);

  it('looks up what is named and no more, where others were there at the last ANALYZE', async () => {
    await unseen.addSeenTenant();
    await check();
  }, 120_000);
});

function scan(afterMemory: string | null) {
  return { tenantId: TENANT, startedAt: new Date(0), afterMemory };
}

function point(memoryId: string) {
  const passage = { passage: 0, start: 0, end: 4, terms: new Int32Array([1, 7]), vector: new Float32Array([1, 0, 0]) };
  const filtered = { attributes: ['a=b'], occurredAt: NOW, expiresAt: NOW };
  return { memoryId, version: 2, type: 'type1', tags: ['common'], createdAt: NOW, ...filtered, points: [passage] };
}

async function change(tx: EntityManager, id: string): Promise<void> {
  const memory = await memories.find(tx, TENANT, id);
  if (memory === undefined) throw new Error('there is no such memory');
  const after = Object.assign(newMemory(TENANT, { content: '', type: 'task' }), memory, {
    tags: ['common', newUuid()],
    version: 2,
  });
  await memories.update(tx, TENANT, [{ before: memory, after }], 30);
}

async function remove(tx: EntityManager, id: string): Promise<void> {
  const memory = await memories.find(tx, TENANT, id);
  if (memory === undefined) throw new Error('there is no such memory');
  await memories.delete(tx, TENANT, [memory]);
}

/** Stands for the database where all is one transaction. */
function within(tx: EntityManager): TenantDb {
  const work = <T>(_: TenantId, inside: (tx: EntityManager) => Promise<T>): Promise<T> => inside(tx);
  return { run: work, read: work } as unknown as TenantDb;
}
