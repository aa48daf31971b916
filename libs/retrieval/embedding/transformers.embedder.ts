import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DomainError } from '@mneme/platform/errors';
import { FIRST_SHARE } from '../text-models/composite-model.js';
import type { EmbeddingModel } from './embedding-model.js';
import { isFormerId, modelId } from './model-id.js';
import { type PrefixSettings, prefixesOf } from './prefixes.js';
import { modelConstants } from './model-constants.js';
import { BatchedEmbedder } from './batched.embedder.js';
import { ModelLoadError } from '../text-models/model-load.error.js';
import {
  BUILTIN,
  BUILTIN_FAST,
  locateModel,
  type ModelFolders,
  type ModelLocation,
  weightsIn,
} from '../text-models/model-location.js';
import type { ModelMetrics } from './model-metrics.js';
import type { TextWorkers } from './text-workers.js';

/** About 40 ms of a model: a query waits for one such batch at most. */
const staticBatch = { characters: 8_000, texts: 64 };
const contextualBatch = { characters: 1_000, texts: 8 };

/** What of the configuration such a model depends on. */
export type ModelSettings = ModelFolders & PrefixSettings;

/** Any Transformers.js feature-extraction model, in worker threads. */
export class TransformersEmbedder extends BatchedEmbedder {
  override readonly first: TransformersEmbedder | undefined;
  private location: ModelLocation | undefined;

  /** @param formerId of an index that an earlier release may have made with these weights; see `isFormerId` */
  constructor(
    private readonly name: string,
    private readonly settings: ModelSettings,
    private readonly textWorkers: TextWorkers,
    metrics?: ModelMetrics,
    private readonly formerId?: string,
  ) {
    super({ slots: textWorkers.threads, ...(name === BUILTIN_FAST ? staticBatch : contextualBatch) }, metrics);
    if (name === BUILTIN) this.first = new TransformersEmbedder(BUILTIN_FAST, settings, textWorkers, metrics);
  }

  protected async open(): Promise<EmbeddingModel> {
    const { name } = this;
    const location = locateModel(name, this.settings);
    const folder = join(location.parent, location.name);
    try {
      await this.first?.load();
      const dimensions = await this.textWorkers.load(location);
      const version = await versionOf(folder, location);
      this.location = location;
      const { formerId, first } = this;
      if (formerId !== undefined && isFormerId(formerId, name, version)) {
        return { ...modelConstants(name), id: formerId, dimensions };
      }
      this.prefixes = prefixesOf(name, this.settings);
      const leading = first === undefined ? {} : { leading: { ...first.model, share: FIRST_SHARE } };
      return { ...modelConstants(name), id: modelId(name, version), dimensions, ...leading };
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

/** The first 8 hex digits of the SHA-256 of all weights, and of how much each half counts. */
async function versionOf(folder: string, { second }: ModelLocation): Promise<string> {
  const hash = createHash('sha256').update(await readFile(join(folder, 'onnx', weightsIn(folder) ?? '')));
  if (second !== undefined) hash.update(await readFile(join(folder, 'onnx', second))).update(String(FIRST_SHARE));
  return hash.digest('hex').slice(0, 8);
}

function reason(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n', 1)[0]?.replace(/\.$/, '') ?? 'unknown';
}
