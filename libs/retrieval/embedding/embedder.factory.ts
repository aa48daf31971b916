import { Injectable, Optional } from '@nestjs/common';
import { AppConfig } from '@mneme/platform/config';
import type { Embedder } from './embedder.js';
import { EmbeddingsApi } from './embeddings-api.js';
import { ModelMetrics } from './model-metrics.js';
import { OpenAiEmbedder } from './openai.embedder.js';
import { TextWorkers } from './text-workers.js';
import { TransformersEmbedder } from './transformers.embedder.js';

const OPENAI = 'openai:';

/** Makes the embedder that a model's name asks for; it is still to be loaded. */
@Injectable()
export class EmbedderFactory {
  constructor(
    private readonly config: AppConfig,
    private readonly textWorkers: TextWorkers,
    @Optional() private readonly metrics?: ModelMetrics,
  ) {}

  /**
   * @param name as in EMBEDDING_MODEL
   * @param formerId of an index that an earlier release may have made with this model
   */
  create(name: string, formerId?: string): Embedder {
    const { config, textWorkers, metrics } = this;
    if (!name.startsWith(OPENAI)) return new TransformersEmbedder(name, config, textWorkers, metrics, formerId);
    const { embeddingUrl, embeddingApiKey } = config;
    const model = name.slice(OPENAI.length);
    const api = embeddingUrl === undefined ? undefined : new EmbeddingsApi(embeddingUrl, embeddingApiKey, model);
    return new OpenAiEmbedder(name, api, config, metrics, formerId);
  }
}
