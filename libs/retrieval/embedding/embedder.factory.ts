import { Injectable } from '@nestjs/common';
import { AppConfig } from '@mneme/platform';
import type { Embedder } from './embedder.js';
import { TextPool } from './text-pool.js';
import { TransformersEmbedder } from './transformers.embedder.js';

/** Makes the embedder that a model's name asks for; it is still to be loaded. */
@Injectable()
export class EmbedderFactory {
  constructor(
    private readonly config: AppConfig,
    private readonly pool: TextPool,
  ) {}

  /** @param name as in EMBEDDING_MODEL */
  create(name: string): Embedder {
    return new TransformersEmbedder(name, this.config, this.pool);
  }
}
