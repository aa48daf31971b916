import { pooled } from './pooling.js';
import type { Pooling } from './model-family.js';
import type { OnnxSession } from './onnx-session.js';
import type { TextModel } from './text-model.js';
import type { KnownTokens } from './tokenizer.js';

/** A model whose tokens depend on each other: a sentence transformer. */
export class ContextualModel implements TextModel {
  private constructor(
    private readonly session: OnnxSession,
    private readonly tokens: KnownTokens,
    private readonly pooling: Pooling,
    private readonly maxTokens: number,
    readonly dimensions: number,
  ) {}

  /** @param maxTokens of a text that are read */
  static async of(
    session: OnnxSession,
    tokens: KnownTokens,
    pooling: Pooling,
    maxTokens = Infinity,
  ): Promise<ContextualModel> {
    const { dimensions } = await session.run(tokens.of(''));
    return new ContextualModel(session, tokens, pooling, maxTokens, dimensions);
  }

  async embed(texts: readonly string[]): Promise<Float32Array> {
    const vectors = new Float32Array(texts.length * this.dimensions);
    for (const [i, text] of texts.entries()) {
      const tokens = this.tokens.truncated(this.tokens.of(text), this.maxTokens);
      if (tokens.length === 0) continue;
      pooled(await this.session.run(tokens), this.pooling, vectors, i * this.dimensions);
    }
    return vectors;
  }
}
