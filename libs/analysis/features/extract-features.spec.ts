import { extractFeatures } from './extract-features.js';
import { FEATURES_VERSION } from './memory-features.js';

const createdAt = new Date('2026-03-10T10:00:00Z');
const features = (content: string, metadata: Record<string, unknown> = {}) =>
  extractFeatures({ content, type: 'episodic', tags: [], metadata, createdAt });

describe('extractFeatures', () => {
  describe('event time', () => {
    const cases: [content: string, metadata: Record<string, unknown>, at: string, from: string][] = [
      ['We met on 3 March 2026.', { occurredAt: '2026-02-01T08:00:00Z' }, '2026-02-01T08:00:00.000Z', 'occurredAt'],
      ['We met on 3 March 2026.', {}, '2026-03-03T12:00:00.000Z', 'text'],
      ['Minutes, 2026-01-05: all present.', {}, '2026-01-05T12:00:00.000Z', 'text'],
      ['The lease ends on 30 June 2026.', {}, '2026-03-10T10:00:00.000Z', 'createdAt'],
      ['Closed since 3 March.', {}, '2026-03-10T10:00:00.000Z', 'createdAt'],
      ['We keep the lease signed 4 May 2021.', {}, '2026-03-10T10:00:00.000Z', 'createdAt'],
      ['Without a zone.', { occurredAt: '2026-02-01T08:00:00' }, '2026-02-01T08:00:00.000Z', 'occurredAt'],
      ['A zone without a colon.', { occurredAt: '2026-02-01 08:00+0200' }, '2026-02-01T06:00:00.000Z', 'occurredAt'],
      ['No such day.', { occurredAt: '2026-02-30' }, '2026-03-10T10:00:00.000Z', 'createdAt'],
      ['Before year 1.', { occurredAt: '0001-01-01T00:00:00+02:00' }, '2026-03-10T10:00:00.000Z', 'createdAt'],
      ['After 9999.', { occurredAt: '9999-12-31T23:59:59-05:00' }, '2026-03-10T10:00:00.000Z', 'createdAt'],
      ['May 4 boxes suffice? Built in 1926.', { occurredAt: 'soon' }, '2026-03-10T10:00:00.000Z', 'createdAt'],
    ];
    it.each(cases)('%s %j', (content, metadata, at, from) => {
      const { eventTime, eventTimeFrom } = features(content, metadata);
      expect([new Date(eventTime).toISOString(), eventTimeFrom]).toEqual([at, from]);
    });

    it.each<[content: string, occurredAt: unknown, isDay: boolean]>([
      ['A date.', '2026-02-01', true],
      ['A moment.', '2026-02-01T00:00', false],
      ['We met on 3 March 2026.', undefined, true],
      ['We met on 3 March 2026 at 5 pm.', undefined, false],
      ['Nothing said.', undefined, false],
    ])('%s: whether %j leaves the hour open', (content, stated, isDay) => {
      expect(features(content, { occurredAt: stated }).eventTimeIsDay).toBe(isDay);
    });
  });

  it('names what is named, normalised, in any script', () => {
    expect(features("Zoë's offer for the Conneaut guy: iPhone or 'red house'?").entities).toEqual([
      'red house',
      'zoe',
      'conneaut',
      'iphone',
    ]);
    expect(features('Встретил Анну в Казани.').entities).toContain('анну');
    expect(features('会議で「赤い家」を選んだ').entities).toEqual(['赤い家']);
    expect(features('But then we walked home. The rain stopped.').entities).toEqual([]);
  });

  it('tells what is preferred to what', () => {
    expect(features('I chose slate tiles over the oak boards.').choice).toEqual({
      chosen: 'slate tiles',
      instead: ['oak boards'],
    });
    expect(features('Took the train instead of a taxi.').choice).toEqual({ chosen: 'train', instead: ['taxi'] });
    for (const content of [
      'Ana took over the lease.',
      'We agreed over the phone to get a canoe.',
      'Over the summer.',
    ]) {
      expect(features(content).choice).toBeUndefined();
    }
    expect(features('It rained over night.').choice).toBeUndefined();
  });

  it('counts a claim less where it is asked, supposed or denied', () => {
    const decision = (content: string) => features(content).cues.decision;
    expect(decision('We settled on the red house.')).toBeGreaterThan(decision('Maybe we settled on the red house?'));
    expect(features("We didn't decide anything.").cues.noise).toBeGreaterThan(0);
  });

  it('tells for from against, and good feelings from bad', () => {
    expect(features('Cheap, reliable and quiet.').polarity).toBeGreaterThan(0.5);
    expect(features('Too expensive and it never works.').polarity).toBeLessThan(-0.5);
    expect(features('So relieved and happy tonight.').valence).toBe(1);
    expect(features('I am furious and exhausted.').valence).toBe(-1);
    expect(features('The bus leaves at nine.').valence).toBe(0);
  });

  it('carries links as they are written', () => {
    expect(features('x', { relatedTo: ['mem_a', 7], causedBy: 'mem_b', other: 'mem_c' }).links).toEqual([
      { kind: 'relatedTo', to: 'mem_a' },
      { kind: 'causedBy', to: 'mem_b' },
    ]);
  });

  it('is total on hostile texts', () => {
    const hostile = [
      '',
      '"'.repeat(10_000),
      "'a".repeat(5_000),
      'a few '.repeat(1_600),
      '\u0301'.repeat(10_000),
      '\ud800',
    ];
    for (const content of hostile) expect(JSON.parse(JSON.stringify(features(content))).version).toBe(FEATURES_VERSION);
  });
});
