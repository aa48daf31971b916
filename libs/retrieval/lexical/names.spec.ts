import fc from 'fast-check';
import { namedIn, namesWrittenIn } from './names.js';

describe('namesWrittenIn', () => {
  it('takes capital letters for names where no sentence begins', () => {
    expect([...namesWrittenIn('Where did Grace meet O’Neill? Hope says “Ann” of  Zürich… Then\tLi')]).toEqual([
      'grace',
      "o'neill",
      'zürich',
      'li',
    ]);
  });

  it('looks only at what stands before the blanks, however many', () => {
    const character = fc.constantFrom(
      'a',
      'B',
      'É',
      'ß',
      '𝒜',
      ' ',
      '\n',
      '\u00a0',
      '.',
      '?',
      '!',
      '…',
      "'",
      '’',
      '-',
      '1',
    );
    const before = /(?<=[^.!?…\s]\s+)\p{Lu}[\p{L}\p{M}']*/gu;
    fc.assert(
      fc.property(fc.string({ unit: character, maxLength: 30 }), (text) => {
        const expected = text.normalize('NFKC').replaceAll('’', "'").match(before) ?? [];
        expect(namesWrittenIn(text)).toEqual(new Set(expected.map((name) => name.toLowerCase())));
      }),
      { numRuns: 2_000 },
    );
    expect(namesWrittenIn(`meet${' '.repeat(2_000)}Ann${' '.repeat(2_000)}`)).toEqual(new Set(['ann']));
  });
});

describe('namedIn', () => {
  it('needs all words of a name, one behind the other', () => {
    expect(namedIn("Is Ann Lee's boat there?", ['ann', 'Ann Lee', 'Lee Ann', 'boats', ''])).toEqual([['Ann Lee']]);
    expect(namedIn("Is Ann Lee's boat there?", ['ann', 'Lee Ann', 'boats'])).toEqual([['ann']]);
  });

  it('takes a name for the longest that stands there, and for another one only where that stands elsewhere', () => {
    const names = ['Ann', 'Ann Lee', 'Lee', 'Mary Smith'];
    expect(namedIn('Ann Lee, Ann Lee and Lee', names)).toEqual([['Ann Lee'], ['Lee']]);
    expect(namedIn('Mary Ann Lee Smith', names)).toEqual([['Ann Lee']]);
  });

  it('takes spellings of a name for one person', () => {
    expect(namedIn('what did ANN say?', ['Ann', 'Ben', 'ann'])).toEqual([['Ann', 'ann']]);
  });
});
