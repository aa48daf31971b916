import { KnownTokens, spelledLetters } from './tokenizer.js';

describe('spelledLetters', () => {
  it('are those of scripts of which the vocabulary has hardly any word', () => {
    const vocabulary = ['[UNK]', 'the', '##s', 'é', 'к', '##у', 'م', '1', '🍕'];
    expect([...spelledLetters(vocabulary)]).toEqual([4, 5, 6]);
  });

  it('are none where it has words of them', () => {
    expect(spelledLetters(['[UNK]', 'the', 'к', 'кухня', '##ный'])).toEqual(new Set());
  });

  it('say nothing in a text', () => {
    const tokens = new KnownTokens(
      { encode: () => [9, 1, 4, 5, 8], unk_token_id: 0, all_special_ids: [8, 9], model_max_length: 512 },
      new Set([4, 5]),
    );
    expect(tokens.of('the кухня')).toEqual([9, 1, 8]);
    const foreign = new KnownTokens(
      { encode: () => [9, 4, 5, 8], unk_token_id: 0, all_special_ids: [8, 9], model_max_length: 512 },
      new Set([4, 5]),
    );
    expect(foreign.of('кухня')).toEqual([]);
  });
});
