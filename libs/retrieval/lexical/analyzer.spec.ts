import fc from 'fast-check';
import { analyze, analyzeWords, wordsOf } from './analyzer.js';

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
    expect(analyze('Müller, señor, José, Đặng')).toEqual(analyze('Muller, senor, Jose, Dang'));
    expect(analyze('йод')).not.toEqual(analyze('иод'));
    expect(analyze('がく')).not.toEqual(analyze('かく'));
  });

  it('folds letters that no normal form decomposes, and vowel signs that are mostly left out', () => {
    expect(analyze('Łódź, smørrebrød, Straße, cœur, Ísland, ħobż')).toEqual(
      analyze('Lodz, smorrebrod, Strasse, coeur, Island, hobz'),
    );
    expect(analyze("İSTANBUL'DA")).toContain('istanbul');
    expect(analyze('Αθήνας')).toEqual(analyze('αθηνας'));
    expect(analyze('مَدْرَسَة')).toEqual(analyze('مدرسه'));
  });

  it('finds a word of another script by every three of its letters, whatever its ending', () => {
    const document = new Set(analyze('Я вчера гулял с собаками'));
    expect(analyze('собака').filter((term) => document.has(term))).toEqual(['соб', 'оба', 'бак', 'ака']);
  });

  it('finds a Chinese name whatever stands around it', () => {
    const sentence = new Set(analyze('我昨天见到李小龙老师'));
    expect(analyze('李小龙').filter((term) => sentence.has(term))).toEqual(expect.arrayContaining(['李小', '小龙']));
  });

  it('counts a bigram that is a word once', () => {
    expect(analyze('北京')).toEqual(['北京', '北', '京']);
  });

  it('takes an emoji for a word, in any tone of skin and style, alone and joined', () => {
    expect(analyze('👍🏽 ok ❤️')).toEqual(['ok', '👍', '❤']);
    expect(analyze('👨‍👩‍👧')).toEqual(['👨‍👩‍👧', '👨', '👩', '👧']);
    expect(analyze('🇩🇪')).toEqual(['🇩🇪']);
  });

  it.each([
    ['max_connections', 'max connections'],
    ['getUserProfile', 'user profile'],
    ['get_user_profile', 'getUserProfile'],
    ['HTTPServerError', 'http server error'],
    ['quarterly_report.pdf', 'quarterly report'],
    ['src/utils/dateHelper.ts', 'date helper'],
    ['status.example.org', 'example status'],
    ['TP1234', 'TP 1234'],
    ['ABC-77', 'abc77'],
    ['e-mail', 'email'],
    ['v2.14.3', '2.14.3'],
    ['912345678', '912 345 678'],
    ['+34 912-345-678', '912345678'],
    ['$1,299.99', '1299.99 USD'],
    ['1.299,99 €', '$1,299.99'],
    ['06:45', 'at 6:45'],
    ['6:45 pm', '18:45'],
    ["l'hôpital", 'hopital'],
    ['dell’acqua', 'acqua'],
  ])('finds %s by %s', (document, query) => {
    const terms = new Set(analyze(document));
    const held = analyze(query).filter((term) => terms.has(term));
    expect(held.length).toBeGreaterThan(0);
    const parts = analyzeWords(query).filter(({ role, term }) => role !== 'part' && terms.has(term));
    expect(parts.length + held.length).toBeGreaterThanOrEqual(2 - Number(!/[ _]/.test(query)));
  });

  it('makes no more than a few terms of each character of a long stretch without blanks', () => {
    for (const unit of ['a-', '1 ', 'aB', '字字', '🎉', '1-2:30 ']) {
      expect(analyze(unit.repeat(1_000)).length).toBeLessThan(6_001);
    }
  });

  it.each(['', '   ', '?!…', '\u200f\u200e', 'what is the'])('finds nothing in %j', (text) => {
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
