import {
  type EmbeddingModel,
  QdrantStore,
  type VectorIndex,
  type VectorHit,
  type VectorQuery,
  VectorStore,
} from '@mneme/retrieval';
import type { QdrantConfig } from '@mneme/platform/config';
import { collectionName } from '../../../libs/retrieval/qdrant/qdrant.layout.js';

interface Batch {
  readonly result: readonly { readonly points: readonly { readonly id: string; readonly score: number }[] }[];
}

/**
 * What any search in Qdrant costs at least: one batch call of the two plain searches, 50 each, without the client. It knows one
 * number of most hits, so its order is worse than the service's. Writes are the service's own.
 */
export class BareQdrantStore extends VectorStore {
  readonly name: string;
  private readonly store: QdrantStore;

  constructor(private readonly config: QdrantConfig) {
    super();
    this.store = new QdrantStore(config);
    this.name = this.store.name;
  }

  holds(modelId: string): Promise<boolean> {
    return this.store.holds(modelId);
  }

  async open(model: EmbeddingModel): Promise<VectorIndex> {
    const index = await this.store.open(model);
    const name = encodeURIComponent(collectionName(this.config.collection, model.id));
    const url = new URL(`/collections/${name}/points/query/batch`, this.config.url);
    return Object.assign(index, { search: (tenant: string, query: VectorQuery) => search(url, tenant, query) });
  }

  drop(modelId: string): Promise<void> {
    return this.store.drop(modelId);
  }
}

async function search(url: URL, tenant: string, query: VectorQuery): Promise<VectorHit[]> {
  const filter = { must: [{ key: 'tenant_id', match: { value: tenant } }] };
  const common = { filter, limit: query.candidates };
  const terms = { indices: query.terms.map(({ term }) => term >>> 0), values: query.terms.map(({ weight }) => weight) };
  const dense = { query: [...(query.vector ?? [])], using: 'dense', ...common };
  const searches = terms.indices.length === 0 ? [dense] : [dense, { query: terms, using: 'terms', ...common }];
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-encoding': 'identity' },
    body: JSON.stringify({ searches }),
  });
  const { result } = (await response.json()) as Batch;
  const [near = [], covering = []] = result.map(({ points }) => points);
  const hits = new Map<string, VectorHit>();
  const place = { passage: 0, start: 0, end: 0 };
  for (const { id, score } of near) hits.set(id, { memoryId: id, ...place, cosine: score, coverage: 0 });
  for (const { id, score } of covering) {
    hits.set(id, { memoryId: id, ...place, cosine: hits.get(id)?.cosine ?? 0, coverage: score / 100 });
  }
  return [...hits.values()];
}
