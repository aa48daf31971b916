import { foreignPieces, KnownTokens } from './tokenizer.js';

describe('foreign pieces', () => {
  const vocabulary = ['[UNK]', 'the', '##s', 'é', 'к', '##у', 'م', '1', '?', '[CLS]', '[SEP]'];
  const tokens = (...encoded: number[]): KnownTokens => {
    const tokenizer = { encode: () => encoded, unk_token_id: 0, all_special_ids: [9, 10], model_max_length: 512 };
    return new KnownTokens(tokenizer, foreignPieces(vocabulary));
  };

  it('are letters of scripts of which the vocabulary has hardly any word', () => {
    expect([...foreignPieces(vocabulary).spelled]).toEqual([4, 5, 6]);
    expect([...foreignPieces(vocabulary).wordless]).toEqual([7, 8]);
  });

  it('are none where it has words of them', () => {
    expect(foreignPieces(['[UNK]', 'the', 'к', 'кухня', '##ный']).spelled).toEqual(new Set());
  });

  it('say nothing in a text, nor do the signs and numbers beside them alone', () => {
    expect(tokens(9, 1, 4, 5, 10).of('the кухня')).toEqual([9, 1, 10]);
    expect(tokens(9, 4, 5, 10).of('кухня')).toEqual([]);
    expect(tokens(9, 4, 5, 7, 8, 10).of('кухня 1?')).toEqual([]);
    expect(tokens(9, 0, 8, 0, 10).of('བོད་སྐད')).toEqual([]);
    expect(tokens(9, 8, 10).of('?')).toEqual([9, 8, 10]);
  });
});
