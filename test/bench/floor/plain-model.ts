import type { FeatureExtractionPipeline } from '@xenova/transformers';
import { join } from 'node:path';
import { installedRoot } from '@mneme/platform';

const BATCH = 32;

/** The built-in model as Transformers.js runs it by itself: its own tokenizer and pooling, in the order of the texts. */
export class PlainModel {
  private constructor(private readonly extractor: FeatureExtractionPipeline) {}

  static async load(): Promise<PlainModel> {
    const { env, pipeline } = await import('@xenova/transformers');
    env.localModelPath = join(installedRoot(), 'models');
    env.allowRemoteModels = false;
    return new PlainModel(await pipeline('feature-extraction', 'builtin', { quantized: true }));
  }

  async embed(texts: readonly string[]): Promise<void> {
    for (let at = 0; at < texts.length; at += BATCH) {
      await this.extractor(texts.slice(at, at + BATCH), { pooling: 'mean', normalize: true });
    }
  }
}
