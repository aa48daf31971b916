import { type TokenModel, TokenVectors } from './token-vectors.js';

/** Tokens are numbers, the vector of n is (n, 1); with context, a token's vector knows how many there are. */
function model(context: boolean): TokenModel & { readonly runs: (readonly number[])[] } {
  const runs: (readonly number[])[] = [];
  return {
    runs,
    vocabulary: 100_000,
    dimensions: 2,
    tokensOf: (text) => text.split(' ').map(Number),
    run(tokens) {
      runs.push(tokens);
      return Promise.resolve(Float32Array.from(tokens.flatMap((token) => [token, context ? tokens.length : 1])));
    },
  };
}

describe('TokenVectors', () => {
  it('gives the mean of the vectors of the tokens at unit length, and asks for each once', async () => {
    const counted = model(false);
    const vectors = await TokenVectors.of(counted);
    counted.runs.length = 0;
    expect([...(await vectors!.embed(['3 3 7', '0']))]).toEqual([
      Math.fround(13 / Math.hypot(13, 3)),
      Math.fround(3 / Math.hypot(13, 3)),
      0,
      1,
    ]);
    await vectors!.embed(['7 3', '9']);
    expect(counted.runs).toEqual([[3, 7, 0], [9]]);
  });

  it('is none for a model whose tokens depend on each other', async () => {
    expect(await TokenVectors.of(model(true))).toBeUndefined();
  });

  it('is none either where numbers are scaled by one of the tokens, whichever that is', async () => {
    const run = (tokens: readonly number[]): Promise<Float32Array> =>
      Promise.resolve(Float32Array.from(tokens.flatMap((token) => [token, tokens.includes(0) ? 1 : 2])));
    expect(await TokenVectors.of({ ...model(false), run })).toBeUndefined();
  });

  it('forgets before it holds too many, and still knows the texts at hand', async () => {
    const wide = { ...model(false), dimensions: 2 ** 20 };
    const run = (tokens: readonly number[]): Promise<Float32Array> => {
      const all = new Float32Array(tokens.length * wide.dimensions);
      tokens.forEach((token, i) => (all[i * wide.dimensions] = token));
      return Promise.resolve(all);
    };
    const vectors = await TokenVectors.of({ ...wide, vocabulary: 4, run });
    for (let token = 1; token < 40; token++) {
      const [first] = await vectors!.embed([`${token} ${token + 1}`]);
      expect(first).toBe(1);
    }
  });
});
