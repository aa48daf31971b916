import { randomUUID } from 'node:crypto';
import type { AppConfig } from '@mneme/platform/config';
import { DomainError } from '@mneme/platform/errors';
import { tenantId } from '@mneme/platform/ids';
import { MemoryVectorIndex } from '../../test/support/vectors/memory-vector-index.js';
import { Embedder } from './embedding/embedder.js';
import { TextWorkers } from './embedding/text-workers.js';
import { ActiveModel } from './models/active-model.js';
import type { EmbeddingModel } from './embedding/embedding-model.js';
import { RetrievalService } from './retrieval.service.js';
import type { IndexDocument } from './retrieval.types.js';

const tenant = tenantId('tenant-a');

/** One direction a topic word, so that meaning is exact and needs no model. */
class TopicEmbedder extends Embedder {
  readonly model: EmbeddingModel = {
    id: 'topics',
    dimensions: 4,
    lexicalPower: 2,
    lexicalWeight: 0.6,
    relevance: [-2, 6, -3],
    fieldFloor: 0,
  };
  readonly calls: string[][] = [];
  load = () => Promise.resolve();
  check = () => Promise.resolve();
  embedQuery = (text: string) => Promise.resolve(this.vector(text));
  embed = (texts: readonly string[]) => {
    this.calls.push([...texts]);
    return Promise.resolve(texts.map((text) => this.vector(text)));
  };
  private vector(text: string): Float32Array {
    const topic = ['dog', 'music', 'money'].findIndex((word) => text.includes(word));
    return new Float32Array(4).fill(1, topic < 0 ? 3 : topic, topic < 0 ? 4 : topic + 1);
  }
}

const pool = new TextWorkers({ embeddingThreads: 1 } as AppConfig);
function service(index = new MemoryVectorIndex()) {
  const embedder = new TopicEmbedder();
  const current = new ActiveModel(embedder, index);
  const retrieval = new RetrievalService({ current, all: [current] }, pool);
  return { retrieval, embedder, index };
}

function document(content: string, changes: Partial<IndexDocument> = {}): IndexDocument {
  return {
    memoryId: randomUUID(),
    version: 1,
    content,
    type: 'semantic',
    tags: [],
    metadata: {},
    attributes: [],
    createdAt: new Date(),
    occurredAt: new Date(),
    expiresAt: null,
    ...changes,
  };
}

describe('RetrievalService', () => {
  it('finds by meaning, by words, and best by both', async () => {
    const { retrieval } = service();
    const [meaning, words, both, neither] = [
      'the dog sleeps',
      'a kitten named Rex',
      'the dog is Rex',
      'quarterly money',
    ].map((text) => document(text));
    await retrieval.index(tenant, [neither!, words!, meaning!, both!]);
    const hits = await retrieval.search(tenant, { query: 'dog Rex', limit: 10 });
    expect(hits.map(({ memoryId }) => memoryId)).toEqual(
      [both, meaning, words, neither].map((memory) => memory!.memoryId),
    );
    for (const { relevance } of hits) expect(relevance > 0 && relevance < 1).toBe(true);
  });

  it('embeds the passages of all documents in one call, and tells which passage answers', async () => {
    const { retrieval, embedder } = service();
    const content = `${'Some filler goes in here. '.repeat(360)}And then the dog ran off.`;
    await retrieval.index(tenant, [document(content), document('music')]);
    expect(embedder.calls).toHaveLength(1);
    const [hit] = await retrieval.search(tenant, { query: 'dog', limit: 1 });
    expect(content.slice(hit?.start, hit?.end)).toContain('the dog ran off');
    expect(hit?.start).toBeGreaterThan(8_000);
  });

  it.each(['what is the', '?!', '😀', '東京タワー', 'x'.repeat(2_000), 'word '.repeat(400)])(
    'searches for %j',
    async (query) => {
      const { retrieval } = service();
      const wanted = document('東京タワーは赤い');
      await retrieval.index(tenant, [wanted, document('dog'), document('music')]);
      const hits = await retrieval.search(tenant, { query, limit: 10 });
      expect(hits).toHaveLength(3);
      if (query.startsWith('東京')) expect(hits[0]).toMatchObject({ memoryId: wanted.memoryId });
    },
  );

  it.each([
    ['analyses a long query in a thread', '我昨天见到李小龙老师'.repeat(60), 1],
    ['and a short one at once', '我昨天见到李小龙老师', 0],
  ])('%s', async (_, query, tasks) => {
    const { retrieval } = service();
    const wanted = document('李小龙');
    await retrieval.index(tenant, [wanted, document('dog')]);
    const found = retrieval.search(tenant, { query, limit: 1 });
    expect(pool.running + pool.waiting).toBe(tasks);
    expect(await found).toMatchObject([{ memoryId: wanted.memoryId }, {}]);
  });

  it('keeps minRelevance, and returns a few more than the limit', async () => {
    const { retrieval } = service();
    await retrieval.index(
      tenant,
      Array.from({ length: 200 }, (_, i) => document(i < 150 ? 'dog' : 'money')),
    );
    expect(await retrieval.search(tenant, { query: 'dog', limit: 100 })).toHaveLength(120);
    const all = await retrieval.search(tenant, { query: 'dog', limit: 10 });
    const least = (all[0]?.relevance ?? 0) + 0.001;
    expect(await retrieval.search(tenant, { query: 'dog', limit: 10, minRelevance: least })).toEqual([]);
  });

  it('looks around a vector that need not be the query’s own, and for the words of the query', async () => {
    const { retrieval } = service();
    const texts = ['music at night', 'music by day', 'a kitten named Rex', 'quarterly money'];
    const documents = texts.map((text) => document(text));
    await retrieval.index(tenant, documents);
    const vector = await retrieval.queryVector('topics', 'music');
    const hits = await retrieval.around(tenant, { modelId: 'topics', query: 'dog Rex', vector, each: 1, filter: {} });
    const found = documents.filter(({ memoryId }) => hits.some((hit) => hit.memoryId === memoryId));
    expect(found.map(({ content }) => content)).toEqual(texts.slice(0, 3));
  });

  it('looks around nothing by a model that is not in use, and has no vector where the model does not answer', async () => {
    const { retrieval, embedder } = service();
    const request = { modelId: 'other', query: 'dog', vector: new Float32Array(4), each: 5, filter: {} };
    await expect(retrieval.around(tenant, request)).rejects.toThrow('not loaded');
    embedder.embedQuery = () => Promise.reject(DomainError.externalService('down'));
    await expect(retrieval.queryVector('topics', 'dog')).rejects.toThrow('does not answer');
  });

  it('looks for a word itself once it is stored, whichever process stores it after another stood in for it', async () => {
    const { retrieval, index } = service();
    const other = service(index).retrieval;
    await retrieval.index(tenant, [document('the marten sleeps'), ...Array.from({ length: 30 }, () => document('x'))]);
    const search = () => retrieval.candidates(tenant, { query: 'martin', limit: 5 });
    expect((await search()).words).toMatchObject([{ word: 'marten', certainty: 0.5 }]);
    const stored = document('Martin joined the team');
    await other.index(tenant, [stored]);
    const { words, terms, hits } = await search();
    expect(words).toMatchObject([{ word: 'martin', certainty: 1 }]);
    expect(terms).toMatchObject([{ frequency: 1 }]);
    expect(hits.filter(({ coverage }) => coverage > 0)).toMatchObject([{ memoryId: stored.memoryId, coverage: 1 }]);
  });

  it('no longer finds what was removed', async () => {
    const { retrieval } = service();
    const [a, b] = [document('dog one'), document('dog two')];
    await retrieval.index(tenant, [a, b]);
    await retrieval.remove(tenant, [a.memoryId]);
    expect((await retrieval.search(tenant, { query: 'dog', limit: 5 })).map(({ memoryId }) => memoryId)).toEqual([
      b.memoryId,
    ]);
  });

  it('asks in one call for all that it knows to be absent, once a search', async () => {
    const { retrieval, index } = service();
    await retrieval.index(tenant, [document('the marten and the otter sleep'), document('dog')]);
    const search = () => retrieval.candidates(tenant, { query: 'Martin and Oter slipped a zzyzx', limit: 5 });
    const { words } = await search();
    expect(words.map(({ word }) => word)).toEqual(['marten', 'otter', 'slipped', 'zzyzx']);
    const [held, counted] = [jest.spyOn(index, 'heldTerms'), jest.spyOn(index, 'termFrequencies')];
    await search();
    expect(held.mock.calls.map(([, terms]) => terms.length)).toEqual([4]);
    // The stand-in of MemoryVectorIndex for heldTerms.
    expect(counted).toHaveBeenCalledTimes(1);
  });
});
