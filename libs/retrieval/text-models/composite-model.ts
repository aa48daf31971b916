import type { TextModel } from './text-model.js';

/**
 * Share of the first half in the cosine, which is `share·cos₁ + (1 − share)·cos₂`. Between .4 and .7 retrieval of turns by
 * names and dates, which the static half is better at, and of paraphrases, which the contextual one is, differ little (ADR 63).
 */
export const FIRST_SHARE = 0.48;

/** Two models side by side in one vector `[√share · first ; √(1 − share) · second]`, of which no index knows. */
export class CompositeModel implements TextModel {
  constructor(
    private readonly first: TextModel,
    private readonly second: TextModel,
  ) {}

  get dimensions(): number {
    return this.first.dimensions + this.second.dimensions;
  }

  async embed(texts: readonly string[]): Promise<Float32Array> {
    const [first, second] = [await this.first.embed(texts), await this.second.embed(texts)];
    const vectors = new Float32Array(texts.length * this.dimensions);
    texts.forEach((_, i) => {
      const start = i * this.dimensions;
      copy(first, i, this.first.dimensions, Math.sqrt(FIRST_SHARE), vectors, start);
      copy(second, i, this.second.dimensions, Math.sqrt(1 - FIRST_SHARE), vectors, start + this.first.dimensions);
    });
    return vectors;
  }
}

function copy(from: Float32Array, index: number, size: number, times: number, to: Float32Array, start: number): void {
  for (let i = 0; i < size; i++) to[start + i] = times * (from[index * size + i] ?? 0);
}
