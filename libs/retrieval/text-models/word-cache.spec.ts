import { cacheWords, type WordPieces } from './word-cache.js';

/** Cuts words after their third letter, and counts the words that it was asked for. */
function pieces(type: string): WordPieces & { asked: number } {
  return {
    asked: 0,
    config: { type },
    encode(words) {
      this.asked += words.length;
      return words.flatMap((word) => (word.length > 3 ? [word.slice(0, 3), `##${word.slice(3)}`] : [word]));
    },
  };
}

describe('words that a tokenizer remembers', () => {
  it('have the same pieces as before, and are looked for once', () => {
    const model = pieces('WordPiece');
    cacheWords(model);
    const expected = ['the', 'ket', '##tle', 'the', 'ket', '##tle'];
    expect(model.encode(['the', 'kettle', 'the', 'kettle'])).toEqual(expected);
    expect(model.encode(['kettle'])).toEqual(['ket', '##tle']);
    expect(model.asked).toBe(2);
  });

  it('are forgotten before they are too many', () => {
    const model = pieces('WordPiece');
    cacheWords(model);
    for (let i = 0; i < 50_000; i++) model.encode([String(i)]);
    model.encode(['0']);
    expect(model.asked).toBe(50_001);
    expect(model.encode(['49999'])).toEqual(['499', '##99']);
  });

  it('are none where the model is of another kind', () => {
    const model = pieces('Unigram');
    cacheWords(model);
    model.encode(['kettle']);
    model.encode(['kettle']);
    expect(model.asked).toBe(2);
  });
});
