import { DomainError } from '@mneme/platform/errors';
import type { EmbeddingModel } from './embedding-model.js';
import { modelConstants } from './model-constants.js';
import { isFormerId, modelId } from './model-id.js';
import { type PrefixSettings, prefixesOf } from './prefixes.js';
import { BatchedEmbedder } from './batched.embedder.js';
import { type EmbeddingsApi, EmbeddingsRefusedError } from './embeddings-api.js';
import { ModelLoadError } from '../text-models/model-load.error.js';
import type { ModelMetrics } from './model-metrics.js';

/** Small enough to be answered in a second, large enough that the way there does not count. */
const batch = { slots: 4, characters: 128_000, texts: 64 };

/** A model behind any server that speaks the OpenAI embeddings call. */
export class OpenAiEmbedder extends BatchedEmbedder {
  /**
   * @param name as in EMBEDDING_MODEL, `openai:<model>`
   * @param api undefined where EMBEDDING_URL is not set
   */
  constructor(
    private readonly name: string,
    private readonly api: EmbeddingsApi | undefined,
    private readonly settings: PrefixSettings,
    metrics?: ModelMetrics,
    private readonly formerId?: string,
  ) {
    super(batch, metrics);
  }

  /** One call tells whether server, key and model are right, and how many numbers a vector has. */
  protected async open(): Promise<EmbeddingModel> {
    const { name, api } = this;
    if (api === undefined) {
      throw new ModelLoadError(name, 'a server', 'EMBEDDING_URL is not set', 'set it to the base address, …/v1');
    }
    try {
      const [probe] = await api.embed(['Which model is this?']);
      const dimensions = probe?.length ?? 0;
      const { formerId } = this;
      if (formerId !== undefined && isFormerId(formerId, name, String(dimensions))) {
        return { ...modelConstants(name), id: formerId, dimensions };
      }
      this.prefixes = prefixesOf(name, this.settings);
      return { ...modelConstants(name), id: modelId(name, String(dimensions)), dimensions };
    } catch (error) {
      const { message } = error as Error;
      const fix =
        error instanceof EmbeddingsRefusedError ? error.fix : 'start the server, or set EMBEDDING_URL to its address';
      throw new ModelLoadError(name, api.address, message, fix, { cause: error });
    }
  }

  protected async run(texts: readonly string[]): Promise<Float32Array[]> {
    if (this.api === undefined) throw new Error('the embedding model is used before load()');
    const vectors = await this.api.embed(texts).catch((error: unknown) => {
      throw DomainError.externalService('the embedding service did not answer as it should', error);
    });
    if (vectors.some((vector) => vector.length !== this.model.dimensions)) {
      throw DomainError.externalService('the embedding service gave vectors of another length than at start');
    }
    return vectors;
  }
}
