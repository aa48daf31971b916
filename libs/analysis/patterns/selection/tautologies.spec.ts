import { PatternLife } from '../../../../test/support/stories/pattern-life.js';
import { FamilyRun } from '../families/family-run.js';
import { findPatterns } from '../../find-patterns.js';
import type { Candidate, Family } from '../types/candidate.js';
import type { Item } from '../types/item.js';
import { dropTautologies, tautologyOf } from './tautologies.js';

const item = (name: string, memories: readonly number[] = [1, 2, 3], kind: Item['kind'] = 'tag'): Item => ({
  kind,
  name,
  memories,
  days: memories,
});

const candidate = (family: Family, items: readonly Item[], params: Candidate['params'] = {}): Candidate => ({
  family,
  items,
  params,
  p: 1e-9,
  reach: 30,
  test: 'binomial',
  observed: 3,
  of: 3,
  expected: 0,
  evidence: () => [],
  counterExamples: () => [],
});

const inMemory = { together: 'memory' };
const onDay = { together: 'day' };

describe('a tautology', () => {
  it.each<[string, Candidate, string]>([
    ['a name inside another', candidate('association', [item('bean'), item('beans gone')], onDay), 'same_words'],
    ['one name before another', candidate('sequence', [item('nats'), item('nats jetstream')]), 'same_words'],
    [
      'two phrases with one word in common',
      candidate('association', [item('cold water', [1], 'word'), item('cold feet', [2], 'word')], onDay),
      'same_words',
    ],
    ['a feeling that feels', candidate('emotion', [item('happy')], { direction: 'positive' }), 'same_words'],
    ['a feeling of two words', candidate('emotion', [item('burned-out')], { direction: 'negative' }), 'same_words'],
    ['a weekday on that weekday', candidate('routine', [item('monday-standup')], { weekday: 1 }), 'same_words'],
    ['a weekday in another language', candidate('routine', [item('Montagsrunde')], { weekday: 1 }), 'same_words'],
    [
      'a tag and a name in the texts that it labels',
      candidate('association', [item('mother', [1, 2, 3]), item('mae', [2, 3, 4], 'entity')], inMemory),
      'one_memory',
    ],
    [
      'a narrow tag and the broad one beside it',
      candidate('association', [item('swimming', [1, 2]), item('sport', [1, 2, 3])], inMemory),
      'one_memory',
    ],
  ])('is %s', (_, found, reason) => {
    expect(tautologyOf(found)).toBe(reason);
  });

  it.each<[string, Candidate]>([
    [
      'two tags of one memory that are there without each other',
      candidate('association', [item('a', [1, 2, 3]), item('b', [2, 3, 4])], inMemory),
    ],
    ['two tags with one word in common', candidate('association', [item('cold-water'), item('cold-feet')], onDay)],
    ['two tags of one day', candidate('association', [item('a', [1, 2]), item('b', [1, 2, 3])], onDay)],
    ['a tag and a name on one day', candidate('association', [item('a'), item('b', [7], 'entity')], onDay)],
    ['a thing that feels good', candidate('emotion', [item('dog')], { direction: 'positive' })],
    ['a weekday on another weekday', candidate('routine', [item('monday-standup')], { weekday: 2 })],
    ['a weekday at an hour', candidate('routine', [item('monday-standup')], { hour: 9 })],
    ['what is about nothing', candidate('preference', [])],
  ])('is not %s', (_, found) => {
    expect(tautologyOf(found)).toBeUndefined();
  });

  it('is left out before the others are judged, and counted', () => {
    const run = new FamilyRun('association');
    run.count(30, 0.01, 7);
    const other = candidate('association', [item('a'), item('b')], onDay);
    for (const each of [candidate('association', [item('bean'), item('beans')], onDay), other]) run.add(each);
    dropTautologies(run);
    expect([run.candidates, run.suppressed, run.tried]).toEqual([[other], [{ reason: 'same_words', count: 1 }], 7]);
  });

  it('is not reported: a tag with the word that it names', () => {
    const life = new PatternLife(5).noise(700);
    life.spread(40).forEach((day) => life.add(day, 12, { tags: ['nats'], entities: ['nats jetstream', 'jetstream'] }));
    const { patterns, suppressed } = findPatterns(life.memories, { minOccurrences: 3, timezone: 'UTC' });
    const pairs = patterns.filter(({ family }) => family === 'association').map(({ title }) => title);
    expect(pairs.filter((title) => title.includes('jetstream'))).toEqual([]);
    expect(suppressed.map(({ reason }) => reason)).toContain('same_memories');
  });

  it('is what shares days with a type', () => {
    const life = new PatternLife(5).noise(700);
    life.spread(40).forEach((day) => life.add(day, 12, { tags: ['errand'], type: 'chore' }));
    const { patterns } = findPatterns(life.memories, { minOccurrences: 3, timezone: 'UTC' });
    expect(patterns.filter(({ items }) => items.length === 2 && items.some(({ kind }) => kind === 'type'))).toEqual([]);
  });
});
