import { DomainError } from '@mneme/platform/errors';
import { inStep } from '@mneme/platform/observability';
import { LRUCache } from 'lru-cache';
import type { EmbeddingModel } from './embedding-model.js';
import { Embedder } from './embedder.js';
import { type BatchLimits, MicroBatcher } from './micro-batcher.js';
import type { ModelMetrics } from './model-metrics.js';
import { unlikeAny } from './unlike-any.js';

const CACHED_QUERIES = 2_000;
const STALL_MS = 10_000;
/** A model that has just answered need not be asked whether it does. */
const TRUSTED_MS = 30_000;

/** What a model wants before a text. */
export interface Prefixes {
  readonly query: string;
  readonly passage: string;
}

/** What every embedder needs around its model: batches over concurrent callers, a time limit, remembered queries. */
export abstract class BatchedEmbedder extends Embedder {
  private readonly queries = new LRUCache<string, { readonly vector: Float32Array | undefined }>({
    max: CACHED_QUERIES,
  });
  private readonly batcher: MicroBatcher;
  private loaded: EmbeddingModel | undefined;
  private answeredAt = -Infinity;

  /** @param metrics left out if they are not collected */
  constructor(
    limits: Omit<BatchLimits, 'stallMs'>,
    private readonly metrics?: ModelMetrics,
  ) {
    super();
    this.batcher = new MicroBatcher(
      (texts) => this.measured(texts),
      { ...limits, stallMs: STALL_MS },
      () => {
        this.answeredAt = -Infinity;
        return DomainError.externalService('the embedding model takes too long');
      },
    );
  }

  get model(): EmbeddingModel {
    if (!this.loaded) throw new Error('the embedding model is read before load()');
    return this.loaded;
  }

  async load(): Promise<void> {
    this.loaded = await this.open();
  }

  async embedQuery(text: string): Promise<Float32Array | undefined> {
    const cached = this.queries.get(text);
    this.metrics?.queried(cached ? 'cache' : 'model');
    if (cached) return cached.vector;
    const found = await inStep('embed query', {}, () => this.vectorOf(this.prefixes.query + text, true));
    const vector = isEmpty(found) ? undefined : found;
    this.queries.set(text, { vector });
    return vector;
  }

  embed(texts: readonly string[]): Promise<Float32Array[]> {
    const vectors = (): Promise<Float32Array[]> => Promise.all(texts.map((text) => this.vectorOfPassage(text)));
    return inStep('embed documents', { 'mneme.texts': texts.length }, vectors);
  }

  async check(): Promise<void> {
    if (performance.now() - this.answeredAt >= TRUSTED_MS) await this.vectorOf('?', true);
  }

  /** What is put before a text for it, once it is open. */
  protected prefixes: Prefixes = { query: '', passage: '' };

  /** Makes the model ready; rejects with a ModelLoadError where it cannot be used. */
  protected abstract open(): Promise<EmbeddingModel>;

  /** Vectors in the order of the texts, of unit length or, where the model does not know a word, all zero; rejects with an external-service DomainError. */
  protected abstract run(texts: readonly string[]): Promise<Float32Array[]>;

  private async vectorOfPassage(text: string): Promise<Float32Array> {
    const vector = await this.vectorOf(this.prefixes.passage + text);
    return isEmpty(vector) ? unlikeAny(text, vector.length) : vector;
  }

  private vectorOf(text: string, urgent = false): Promise<Float32Array> {
    const vector = this.batcher.embed(text, urgent);
    this.metrics?.awaits(vector);
    return vector;
  }

  private async measured(texts: readonly string[]): Promise<Float32Array[]> {
    const startedAt = performance.now();
    const end = (result: 'ok' | 'failed'): void => {
      const now = performance.now();
      this.answeredAt = result === 'ok' ? now : -Infinity;
      this.metrics?.batch(texts.length, now - startedAt, result);
    };
    try {
      const vectors = await this.run(texts);
      end('ok');
      return vectors;
    } catch (error) {
      end('failed');
      throw error;
    }
  }
}

function isEmpty(vector: Float32Array): boolean {
  return vector.every((value) => value === 0);
}
