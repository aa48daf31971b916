import type { FeatureExtractionPipeline } from '@xenova/transformers';
import { join } from 'node:path';
import { installedRoot } from '@mneme/platform/config';

/** Weights of each model, by the names of their files. */
const WEIGHTS = { 'builtin-fast': ['model'], builtin: ['model', 'sentence'] } as const;
/** As many as the service reads by a second model. */
const SENTENCE_TOKENS = 128;

/** The built-in model as Transformers.js runs it by itself: its own tokenizer and pooling, in the order of the texts. */
export class PlainModel {
  private constructor(private readonly extractors: readonly FeatureExtractionPipeline[]) {}

  /** @param model `builtin` is two models, each of which gets all texts; `builtin-fast` is the first alone */
  static async load(model: keyof typeof WEIGHTS): Promise<PlainModel> {
    const { env, pipeline } = await import('@xenova/transformers');
    env.localModelPath = join(installedRoot(), 'models');
    env.allowRemoteModels = false;
    const open = async (weights: string): Promise<FeatureExtractionPipeline> => {
      const extractor = await pipeline('feature-extraction', 'builtin', { quantized: true, model_file_name: weights });
      if (weights === 'sentence') Object.assign(extractor.tokenizer, { model_max_length: SENTENCE_TOKENS });
      return extractor;
    };
    return new PlainModel(await Promise.all(WEIGHTS[model].map(open)));
  }

  /** @param batch texts a call; one is fastest, because its pooling takes as long for padding as for words */
  async embed(texts: readonly string[], batch = 1): Promise<void> {
    for (let at = 0; at < texts.length; at += batch) {
      for (const extractor of this.extractors) {
        await extractor(texts.slice(at, at + batch), { pooling: 'mean', normalize: true });
      }
    }
  }
}
