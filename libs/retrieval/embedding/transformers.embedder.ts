import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DomainError } from '@mneme/platform/errors';
import type { EmbeddingModel } from './embedding-model.js';
import { modelConstants } from './model-constants.js';
import { BatchedEmbedder } from './batched.embedder.js';
import { ModelLoadError } from './model-load.error.js';
import { locateModel, type ModelFolders, type ModelLocation, weightsIn } from './model-location.js';
import type { ModelMetrics } from './model-metrics.js';
import type { TextWorkers } from './text-workers.js';

/** About 40 ms of the built-in model: a query waits for one such batch at most. */
const batch = { characters: 8_000, texts: 64 };

/** Any Transformers.js feature-extraction model (mean pooling), in worker threads. */
export class TransformersEmbedder extends BatchedEmbedder {
  private location: ModelLocation | undefined;

  constructor(
    private readonly name: string,
    private readonly folders: ModelFolders,
    private readonly textWorkers: TextWorkers,
    metrics?: ModelMetrics,
  ) {
    super({ slots: textWorkers.threads, ...batch }, metrics);
  }

  protected async open(): Promise<EmbeddingModel> {
    const { name } = this;
    const location = locateModel(name, this.folders);
    const folder = join(location.parent, location.name);
    try {
      const dimensions = await this.textWorkers.load(location);
      const weights = await readFile(join(folder, 'onnx', weightsIn(folder) ?? ''));
      const version = createHash('sha256').update(weights).digest('hex').slice(0, 8);
      this.location = location;
      return { ...modelConstants(name), id: `${name}@${version}`, dimensions };
    } catch (error) {
      throw new ModelLoadError(name, folder, reason(error), undefined, { cause: error });
    }
  }

  protected async run(texts: readonly string[]): Promise<Float32Array[]> {
    const { dimensions } = this.model;
    if (!this.location) throw new Error('the embedding model is used before load()');
    const flat = await this.textWorkers.embed(this.location, texts).catch((error: unknown) => {
      throw DomainError.externalService('the embedding model failed', error);
    });
    if (!flat.every(Number.isFinite)) throw DomainError.externalService('the embedding model gave no finite vector');
    return texts.map((_, i) => flat.slice(i * dimensions, (i + 1) * dimensions));
  }
}

function reason(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n', 1)[0]?.replace(/\.$/, '') ?? 'unknown';
}
