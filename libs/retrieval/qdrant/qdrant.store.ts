import type { QdrantConfig } from '@mneme/platform/config';
import type { EmbeddingModel } from '../embedding/embedding-model.js';
import { QdrantCollections } from './qdrant.collections.js';
import { QdrantConnection } from './qdrant.connection.js';
import { QdrantIndex } from './qdrant.index.js';
import { QdrantPoints } from './qdrant.points.js';
import { VectorStore } from '../vector-index/vector-store.js';

/** Vectors in Qdrant: one collection a model and layout. Which model is current, the database says. */
export class QdrantStore extends VectorStore {
  readonly name: string;
  private readonly connection: QdrantConnection;
  private readonly collections: QdrantCollections;

  /** @param requestMs time limit of a call, 2 seconds where left out */
  constructor(config: QdrantConfig, requestMs?: number) {
    super();
    this.name = `qdrant ${config.collection}`;
    this.connection = new QdrantConnection(config, requestMs);
    this.collections = new QdrantCollections(this.connection, config.collection);
  }

  async holds(modelId: string): Promise<boolean> {
    return this.collections.has(modelId);
  }

  async open(model: EmbeddingModel): Promise<QdrantIndex> {
    await this.collections.checkVersion();
    const { name, isFormer } = await this.collections.open(model);
    return new QdrantIndex(new QdrantPoints(this.connection, name), isFormer);
  }

  async drop(modelId: string): Promise<void> {
    await this.collections.drop(modelId);
  }
}
