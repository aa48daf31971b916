import { addTo, unitLength } from './pooling.js';
import type { TextModel } from './text-model.js';

/** What is needed of a loaded model. */
export interface TokenModel {
  /** Identifiers of a text's tokens, the special ones among them; none of a text that the model does not know a word of. */
  tokensOf(text: string): readonly number[];
  /** Runs the model on one text of these tokens. @returns a vector a token, one behind the other */
  run(tokens: readonly number[]): Promise<Float32Array>;
  /** Tokens that there are. */
  readonly vocabulary: number;
  /** Numbers in a vector. */
  readonly dimensions: number;
}

const PROBES = 32;
const ALONE = 3;
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * The vectors of the tokens of a static model, which gives a token the same one in every context: so a text's
 * vector is the mean of vectors that are known, without padding and without running the model again.
 */
export class TokenVectors implements TextModel {
  private readonly known = new Map<number, Float32Array>();
  private readonly most: number;

  private constructor(private readonly model: TokenModel) {
    this.most = Math.floor(MAX_BYTES / (4 * model.dimensions));
  }

  get dimensions(): number {
    return this.model.dimensions;
  }

  /** @returns undefined for a model whose tokens depend on each other: tried with some of them */
  static async of(model: TokenModel): Promise<TokenVectors | undefined> {
    const step = Math.max(1, Math.floor(model.vocabulary / PROBES));
    const tokens = Array.from({ length: Math.min(PROBES, model.vocabulary) }, (_, i) => i * step);
    const others = tokens.filter((_, i) => i % 2 === 0).reverse();
    const together = await model.run(tokens);
    const agrees = async (some: readonly number[]): Promise<boolean> => {
      const apart = await model.run(some);
      return some.every((token, i) => {
        const vector = vectorAt(together, tokens.indexOf(token), model.dimensions);
        return vectorAt(apart, i, model.dimensions).every((value, at) => value === vector[at]);
      });
    };
    let same = await agrees(others);
    // One by one as well: numbers that are scaled by the largest of a text agree wherever that is in both.
    for (const token of tokens.slice(-ALONE)) same = same && (await agrees([token]));
    return same ? new TokenVectors(model) : undefined;
  }

  /** Unit-length vectors in the order of the texts, one behind the other; bit for bit the mean of what the model gives of the whole text. */
  async embed(texts: readonly string[]): Promise<Float32Array> {
    const { dimensions } = this.model;
    const tokens = texts.map((text) => this.model.tokensOf(text));
    await this.learn(tokens);
    const vectors = new Float32Array(texts.length * dimensions);
    const sum = new Float64Array(dimensions);
    tokens.forEach((mine, text) => {
      sum.fill(0);
      for (const token of mine) addTo(sum, this.known.get(token) ?? missing(token), 0);
      unitLength(sum, vectors, text * dimensions);
    });
    return vectors;
  }

  /** Has the model run on the tokens that were not met before. */
  private async learn(texts: readonly (readonly number[])[]): Promise<void> {
    const wanted = new Set(texts.flat());
    let fresh = [...wanted].filter((token) => !this.known.has(token));
    if (fresh.length === 0) return;
    if (this.known.size + fresh.length > this.most) {
      this.known.clear();
      fresh = [...wanted];
    }
    const vectors = await this.model.run(fresh);
    fresh.forEach((token, i) => this.known.set(token, vectorAt(vectors, i, this.model.dimensions).slice()));
  }
}

function vectorAt(vectors: Float32Array, index: number, dimensions: number): Float32Array {
  return vectors.subarray(index * dimensions, (index + 1) * dimensions);
}

function missing(token: number): never {
  throw new Error(`the model gave no vector for token ${token}`);
}
