import { Batcher } from '@mneme/platform/concurrency';
import type { AppConfig } from '@mneme/platform/config';
import type { TenantId } from '@mneme/platform/ids';
import type { VectorStore } from '@mneme/retrieval';
import { IndexAcknowledger } from '../../../libs/memories/indexing/index-acknowledger.js';
import { IndexListenerRegistry } from '../../../libs/memories/indexing/index-listener.registry.js';
import { IndexQueueRepository } from '../../../libs/memories/storage/index-queue.repository.js';
import { MemoriesRepository } from '../../../libs/memories/storage/memories.repository.js';
import type { Memory } from '../../../libs/memories/storage/memory.entity.js';
import { toDocument } from '../../../libs/memories/indexing/memory-indexer.js';
import { FilterMeasuresRepository } from '../../../libs/memories/listing/filter-measures.repository.js';
import { MemoryListRepository } from '../../../libs/memories/listing/memory-list.repository.js';
import { newMemory, type NewMemory } from '../../../libs/memories/storage/memory.factory.js';
import { EmbedderFactory } from '../../../libs/retrieval/embedding/embedder.factory.js';
import { TextWorkers } from '../../../libs/retrieval/embedding/text-workers.js';
import { passagesOf } from '../../../libs/retrieval/lexical/passages.js';
import { ActiveModels } from '../../../libs/retrieval/models/active-models.js';
import { CurrentIndex } from '../../../libs/retrieval/models/current-index.js';
import { EmbeddingModelsRepository } from '../../../libs/retrieval/models/embedding-models.repository.js';
import { ModelReplicasRepository } from '../../../libs/retrieval/models/model-replicas.repository.js';
import { ModelChoice } from '../../../libs/retrieval/models/model-choice.js';
import { RetrievalService } from '../../../libs/retrieval/retrieval.service.js';
import type { BareDb } from './bare-db.js';

const COLUMNS = `tenant_id AS "tenantId", id, content, type, importance, tags, metadata, external_id AS "externalId", bytes, version,
  created_at AS "createdAt", updated_at AS "updatedAt"`;
const FIND = `SELECT ${COLUMNS} FROM memories WHERE tenant_id = $1 AND id = $2 LIMIT 1`;
const FIND_MANY = `SELECT ${COLUMNS} FROM memories WHERE tenant_id = $1 AND id = ANY ($2)`;

/**
 * What the service does for a memory once HTTP, framework, guards, validation and TypeORM are taken away: the same
 * statements in the same transactions, the same model, the same batches of what arrives together.
 */
export class BareMemories {
  private readonly models: ActiveModels;
  private readonly retrieval: RetrievalService;
  private readonly records = new MemoriesRepository();
  private readonly lists = new MemoryListRepository();
  private readonly acknowledger: IndexAcknowledger;
  private readonly batches = new Batcher<TenantId, Memory>((_, memories) => this.index(memories), {
    maxItems: 256,
    maxInFlight: 2,
  });

  constructor(
    private readonly db: BareDb,
    private readonly tenant: TenantId,
    config: AppConfig,
    vectors: VectorStore,
  ) {
    const texts = new TextWorkers(config);
    const known = new EmbeddingModelsRepository();
    const replicas = new ModelReplicasRepository();
    const choice = new ModelChoice(false);
    const embedders = new EmbedderFactory(config, texts);
    const index = new CurrentIndex(db.asTenantDb(), known, vectors);
    this.models = new ActiveModels(config, db.asTenantDb(), known, replicas, embedders, vectors, index, choice);
    this.retrieval = new RetrievalService(this.models, texts);
    this.acknowledger = new IndexAcknowledger(db.asTenantDb(), new IndexQueueRepository(), new IndexListenerRegistry());
  }

  async load(): Promise<void> {
    await this.models.onModuleInit();
  }

  /** Stored, and found by the time it resolves. */
  async create(inputs: readonly NewMemory[]): Promise<void> {
    const memories = inputs.map((input) => newMemory(this.tenant, input));
    await this.db.run(this.tenant, (tx) => this.records.insert(tx, this.tenant, memories));
    await this.batches.add(this.tenant, memories);
  }

  /** The best 20 with their records. */
  async search(query: string): Promise<Memory[]> {
    const hits = await this.retrieval.search(this.tenant, { query, limit: 20, filter: {} });
    const ids = hits.map((hit) => hit.memoryId);
    const rows = await this.db.run(this.tenant, (tx) => tx.query<Memory[]>(FIND_MANY, [this.tenant, ids]));
    const byId = new Map(rows.map((row) => [row.id, row]));
    return hits.flatMap(({ memoryId }) => byId.get(memoryId) ?? []).slice(0, 20);
  }

  /**
   * What indexing takes at least: the passages of the texts by the whole model. RetrievalService.embed would not do: it gives
   * what analyses compare, and of two models that is the first alone.
   */
  async embed(texts: readonly string[]): Promise<void> {
    const passages = texts.flatMap((text) => passagesOf(text).map(({ start, end }) => text.slice(start, end)));
    await this.models.current.embedder.embed(passages);
  }

  async get(id: string): Promise<Memory | undefined> {
    const [row] = await this.db.run(this.tenant, (tx) => tx.query<Memory[]>(FIND, [this.tenant, id]));
    return row;
  }

  async list(limit: number): Promise<{ memories: Memory[]; total: number }> {
    return this.db.run(this.tenant, async (tx) => {
      const total = await new FilterMeasuresRepository().total(tx, this.tenant, {});
      const window = { sort: 'createdAt', order: 'desc', limit, offset: 0 } as const;
      return { memories: await this.lists.page(tx, this.tenant, {}, window), total };
    });
  }

  async ids(limit: number): Promise<string[]> {
    const sql = 'SELECT id FROM memories WHERE tenant_id = $1 ORDER BY md5(id::text) LIMIT $2';
    const rows = await this.db.run(this.tenant, (tx) => tx.query<{ id: string }[]>(sql, [this.tenant, limit]));
    return rows.map((row) => row.id);
  }

  /** Resolves when nothing is left to do in the background. */
  async settle(): Promise<void> {
    await this.acknowledger.flush();
  }

  private async index(memories: readonly Memory[]): Promise<void> {
    await this.retrieval.index(this.tenant, memories.map(toDocument));
    const modelId = this.models.current.id;
    await this.acknowledger.add(
      this.tenant,
      memories.map(({ id, version }) => ({ entry: { memoryId: id, modelId, version } })),
    );
  }
}
