import { daysOf } from './episodes.js';
import { binomialTail, hypergeometricTail } from './exact-tests.js';
import { PatternFinder } from './pattern-findings.js';
import { patternTruth, type Pattern } from './pattern-truth.js';
import { MemoryIndex, eventAt, sampleMemories, type SampleMemory } from './sample-tenant.js';

/** What issue 4 asks for: enough episodes for an exact test to find it. */
const MIN_EPISODES: Readonly<Record<Pattern['family'], number>> = {
  routine: 14,
  interval: 12,
  sequence: 20,
  association: 8,
  emotion: 20,
  trend: 30,
  theme: 14,
  preference: 16,
  importance: 20,
};

describe('truth/patterns.json', () => {
  const memories = sampleMemories();
  const index = new MemoryIndex(memories);
  const { patterns, lookalikes, labels } = patternTruth();
  const finder = new PatternFinder(memories, labels);
  const named = [...patterns, ...lookalikes].map((pattern) => [pattern.id, pattern] as const);
  const idsOf = (list: readonly SampleMemory[]): string[] => list.map(({ externalId }) => externalId);

  it('has at least twelve patterns of all nine families, and three lookalikes', () => {
    expect(patterns.length).toBeGreaterThanOrEqual(12);
    expect(lookalikes).toHaveLength(3);
    expect([...new Set(patterns.map(({ family }) => family))].sort()).toEqual(Object.keys(MIN_EPISODES).sort());
    expect(new Set(named.map(([id]) => id)).size).toBe(named.length);
  });

  it.each(named)('%s: occurrences and counter-examples are those of the memories', (_, pattern) => {
    const { occurrences, counterExamples } = finder.find(pattern);
    expect(pattern.occurrences).toEqual(idsOf(occurrences));
    expect(pattern.counterExamples).toEqual(idsOf(counterExamples));
  });

  it.each(named)('%s: counts, dates and p-value are those of the memories', (_, pattern) => {
    const { stats, occurrences } = finder.find(pattern);
    const { expected, p, ...counts } = stats;
    const times = occurrences.map(eventAt).sort();
    expect(pattern.stats).toEqual({ ...counts, expected: round(expected), p: Number(p.toPrecision(2)) });
    expect(pattern.support).toEqual({
      memories: occurrences.length,
      days: daysOf(occurrences).length,
      firstAt: times[0],
      lastAt: times.at(-1),
    });
  });

  it.each(patterns.map((pattern) => [pattern.id, pattern] as const))('%s: is beyond chance', (_, pattern) => {
    expect(pattern.stats.p).toBeLessThan(1e-4);
    expect(pattern.stats.observed).toBeGreaterThanOrEqual(MIN_EPISODES[pattern.family]);
  });

  it.each(lookalikes.map((pattern) => [pattern.id, pattern] as const))('%s: is explained by chance', (_, pattern) => {
    expect(pattern.stats.p).toBeGreaterThan(0.05);
  });

  it('has a theme that recurs over months, types and other tags', () => {
    const theme = patterns
      .filter(({ family }) => family === 'theme')
      .flatMap(({ occurrences }) => occurrences.map((id) => index.get(id)));
    expect(new Set(theme.map(({ createdAt }) => createdAt.slice(0, 7))).size).toBeGreaterThanOrEqual(10);
    expect(new Set(theme.map(({ type }) => type)).size).toBeGreaterThanOrEqual(6);
    expect(new Set(theme.flatMap(({ tags }) => tags)).size).toBeGreaterThan(15);
  });

  it('measures importance against the median', () => {
    const sorted = memories.map(({ importance }) => importance).sort((a, b) => a - b);
    for (const pattern of patterns) if (pattern.family === 'importance') expect(pattern.params.above).toBe(sorted[487]);
  });

  it('labels memories that exist, each one way, every emotional one among them', () => {
    const { valence, preferenceChoice } = labels;
    for (const lists of [
      [valence.positive, valence.negative],
      [preferenceChoice.repair, preferenceChoice.new],
    ]) {
      const ids = lists.flat();
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.filter((id) => !index.has(id))).toEqual([]);
    }
    const labelled = [...valence.positive, ...valence.negative];
    expect(idsOf(memories.filter(({ type }) => type === 'emotional')).filter((id) => !labelled.includes(id))).toEqual(
      [],
    );
  });

  it('is tested by distributions that are right', () => {
    expect(binomialTail(8, 10, 0.5)).toBeCloseTo(56 / 1024, 12);
    expect(binomialTail(0, 5, 0.3)).toBeCloseTo(1, 12);
    expect(hypergeometricTail(3, 4, 4, 8)).toBeCloseTo(17 / 70, 12);
  });
});

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
