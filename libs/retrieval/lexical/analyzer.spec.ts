import fc from 'fast-check';
import { analyze, wordsOf } from './analyzer.js';

describe('analyze', () => {
  it('stems Latin words and leaves out function words and punctuation', () => {
    expect(analyze('The dogs were running, weren’t they?!')).toEqual(['dog', 'run']);
  });

  it('keeps repeats, numbers and the month of May', () => {
    expect(analyze('Run, run in May 2023 for 3.5 km')).toEqual(['run', 'run', 'may', '2023', '3.5', 'km']);
  });

  it('folds width and case', () => {
    expect(analyze('ＦＵＬＬ ﬁnal CAFÉ')).toEqual(analyze('full final café'));
  });

  it('finds accented Latin words without their accents, and keeps the marks of other scripts', () => {
    expect(analyze('Müller, señor, José, Đặng')).toEqual(analyze('Muller, senor, Jose, Đang'));
    expect(analyze('йод')).not.toEqual(analyze('иод'));
    expect(analyze('がく')).not.toEqual(analyze('かく'));
  });

  it('leaves other scripts unstemmed', () => {
    expect(analyze('Бегущие собаки')).toEqual(['бегущие', 'собаки']);
  });

  it('finds a Chinese name whatever stands around it', () => {
    const sentence = new Set(analyze('我昨天见到李小龙老师'));
    expect(analyze('李小龙').filter((term) => sentence.has(term))).toEqual(expect.arrayContaining(['李小', '小龙']));
  });

  it('counts a bigram that is a word once', () => {
    expect(analyze('北京')).toEqual(['北京']);
  });

  it.each(['', '   ', '?!…', '😀👍🏽', 'what is the'])('finds nothing in %j', (text) => {
    expect(analyze(text)).toEqual([]);
  });

  it('cuts ASCII text into the words that the Unicode rules make of it', () => {
    const segmenter = new Intl.Segmenter('en', { granularity: 'word' });
    const words = (text: string): string[] =>
      [...segmenter.segment(text)].flatMap(({ segment, isWordLike }) => (isWordLike === true ? [segment] : []));
    const dense = fc.string({
      unit: fc.constantFrom('a', 'b', '1', '2', '_', '.', ':', ',', ';', "'", '"', ' ', '-', '/', '@'),
    });
    const any = fc.string({ unit: 'binary-ascii' });
    fc.assert(
      fc.property(fc.oneof(dense, any), (text) => {
        expect(wordsOf(text)).toEqual(words(text.toLowerCase()));
      }),
      { numRuns: 2_000 },
    );
  });
});
