import { isVerbatim, sentencesAround } from './quotes.js';

const TEXT = 'We decided: the cars go with the Norlines ferry – “twice a day”, not with Hansa. It’s settled.';

describe('a quote', () => {
  it.each([
    'the cars go with the Norlines ferry',
    'the  cars go\nwith the Norlines ferry',
    'ferry - "twice a day", not with Hansa',
    "with Hansa. It's settled.",
    TEXT,
  ])('is verbatim apart from signs and spaces that models write otherwise: %s', (quote) => {
    expect(isVerbatim(quote, TEXT)).toBe(true);
  });

  it.each([
    ['other words', 'the cars go with the Hansa ferry'],
    ['other cases', 'the cars go with the norlines ferry'],
    ['words left out', 'the cars go with Norlines ferry'],
    ['an ellipsis', 'We decided: … not with Hansa'],
    ['half a word', 'he cars go with the Norlines fer'],
    ['too few words', 'the cars'],
    ['nothing', ''],
    ['spaces', '   '],
    ['a translation', 'die Autos fahren mit der Norlines'],
  ])('is not with %s', (_, quote) => {
    expect(isVerbatim(quote, TEXT)).toBe(false);
  });

  it('may be the whole of a short text, and short in scripts without spaces', () => {
    expect(isVerbatim('We sold it', 'We sold it')).toBe(true);
    expect(isVerbatim('We sold it', 'We sold it.')).toBe(false);
    expect(isVerbatim('決定しました', '昨日、船を買うことに決定しました。')).toBe(true);
    expect(isVerbatim('決定', '昨日、船を買うことに決定しました。')).toBe(false);
  });
});

describe('the sentences around a quote', () => {
  const text = 'The price stays. We will not go back to seats! Or do we? Then we shall see.';

  it.each([
    ['go back to seats', 'We will not go back to seats!'],
    ['The price stays', 'The price stays.'],
    ['stays. We will not', 'The price stays. We will not go back to seats!'],
    ['Then we shall see', 'Then we shall see.'],
  ])('of "%s" are whole', (quote, expected) => {
    expect(sentencesAround(quote, text)).toBe(expected);
  });

  it('are none where it is not in the text', () => {
    expect(sentencesAround('go back to prices', text)).toBeUndefined();
  });
});
