import type { FeatureExtractionPipeline, Tensor } from '@xenova/transformers';
import { meanPool } from './mean-pooling.js';
import { cacheWords, type WordPieces } from './word-cache.js';
import { type TokenModel, TokenVectors } from './token-vectors.js';

/** The only input of a model that gives each token a vector of its own. */
const TOKENS = 'input_ids';

/** A model that Transformers.js has loaded, run in a shorter way than its pipeline does. */
export class LoadedModel {
  private constructor(
    private readonly extractor: FeatureExtractionPipeline,
    private readonly tokens: TokenVectors | undefined,
  ) {}

  static async of(extractor: FeatureExtractionPipeline): Promise<LoadedModel> {
    cacheWords((extractor.tokenizer as unknown as { model: WordPieces }).model);
    return new LoadedModel(extractor, await tokenVectors(extractor));
  }

  /** Unit-length vectors in the order of the texts, one behind the other. */
  async embed(texts: readonly string[]): Promise<Float32Array> {
    return this.tokens?.embed(texts) ?? this.embedPadded(texts);
  }

  private async embedPadded(texts: readonly string[]): Promise<Float32Array> {
    const inputs = this.extractor.tokenizer([...texts], { padding: true, truncation: true }) as {
      attention_mask: Tensor;
    };
    const hidden = await hiddenOf(this.extractor, inputs);
    return meanPool({
      hidden: hidden.data as Float32Array,
      mask: inputs.attention_mask.data as BigInt64Array,
      texts: texts.length,
      dimensions: hidden.dims.at(-1) ?? 0,
    });
  }
}

/** None for a model that needs more, or cannot be run on tokens of our choice: that one is run as its pipeline does. */
async function tokenVectors(extractor: FeatureExtractionPipeline): Promise<TokenVectors | undefined> {
  const { inputNames } = extractor.model.session as { inputNames: readonly string[] };
  if (inputNames.length !== 1 || inputNames[0] !== TOKENS) return undefined;
  try {
    return await TokenVectors.of(await tokenModel(extractor));
  } catch {
    return undefined;
  }
}

async function tokenModel(extractor: FeatureExtractionPipeline): Promise<TokenModel> {
  const { Tensor } = await import('@xenova/transformers');
  const { tokenizer } = extractor;
  const hidden = (tokens: readonly number[]): Promise<Tensor> => {
    const ids = BigInt64Array.from(tokens, BigInt);
    return hiddenOf(extractor, { [TOKENS]: new Tensor('int64', ids, [1, tokens.length]) });
  };
  return {
    tokensOf: (text) => tokenizer.encode(text).slice(0, tokenizer.model_max_length as number),
    run: async (tokens) => (await hidden(tokens)).data as Float32Array,
    vocabulary: (tokenizer.model as { vocab: readonly string[] }).vocab.length,
    dimensions: (await hidden([0])).dims.at(-1) ?? 0,
  };
}

async function hiddenOf(extractor: FeatureExtractionPipeline, inputs: object): Promise<Tensor> {
  return ((await extractor.model(inputs)) as { last_hidden_state: Tensor }).last_hidden_state;
}
