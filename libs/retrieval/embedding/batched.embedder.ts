import { DomainError } from '@mneme/platform';
import { LRUCache } from 'lru-cache';
import type { EmbeddingModel } from '../models/embedding-model.js';
import { Embedder } from './embedder.js';
import { type BatchLimits, MicroBatcher } from './micro-batcher.js';

const cachedQueries = 2_000;
const stallMs = 10_000;

/** What every embedder needs around its model: batches over concurrent callers, a time limit, remembered queries. */
export abstract class BatchedEmbedder extends Embedder {
  private readonly queries = new LRUCache<string, Float32Array>({ max: cachedQueries });
  private readonly batcher: MicroBatcher;
  private loaded: EmbeddingModel | undefined;

  constructor(limits: Omit<BatchLimits, 'stallMs'>) {
    super();
    this.batcher = new MicroBatcher(
      (texts) => this.run(texts),
      { ...limits, stallMs },
      () => DomainError.externalService('the embedding model takes too long'),
    );
  }

  get model(): EmbeddingModel {
    if (!this.loaded) throw new Error('the embedding model is read before load()');
    return this.loaded;
  }

  async load(): Promise<void> {
    this.loaded = await this.open();
  }

  async embedQuery(text: string): Promise<Float32Array> {
    const cached = this.queries.get(text);
    if (cached) return cached;
    const vector = await this.batcher.embed(text, true);
    this.queries.set(text, vector);
    return vector;
  }

  embed(texts: readonly string[]): Promise<Float32Array[]> {
    return Promise.all(texts.map((text) => this.batcher.embed(text)));
  }

  /** Makes the model ready; rejects with a ModelLoadError where it cannot be used. */
  protected abstract open(): Promise<EmbeddingModel>;

  /** Vectors of unit length in the order of the texts; rejects with an external-service DomainError. */
  protected abstract run(texts: readonly string[]): Promise<Float32Array[]>;
}
