import type { FeatureExtractionPipeline } from '@xenova/transformers';
import { join } from 'node:path';
import { installedRoot } from '@mneme/platform/config';

/** The built-in model as Transformers.js runs it by itself: its own tokenizer and pooling, in the order of the texts. */
export class PlainModel {
  private constructor(private readonly extractor: FeatureExtractionPipeline) {}

  static async load(): Promise<PlainModel> {
    const { env, pipeline } = await import('@xenova/transformers');
    env.localModelPath = join(installedRoot(), 'models');
    env.allowRemoteModels = false;
    return new PlainModel(await pipeline('feature-extraction', 'builtin', { quantized: true }));
  }

  /** @param batch texts a call; one is fastest, because its pooling takes as long for padding as for words */
  async embed(texts: readonly string[], batch = 1): Promise<void> {
    for (let at = 0; at < texts.length; at += batch) {
      await this.extractor(texts.slice(at, at + batch), { pooling: 'mean', normalize: true });
    }
  }
}
