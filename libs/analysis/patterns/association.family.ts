import { binomialUpperTail } from '../statistics/binomial.js';
import { TENTATIVE_P, type Candidate, type FamilyRun, type PatternSearch } from './candidate.js';
import { DaySet } from './day-set.js';
import { overlap, shared, type Item } from './item-table.js';
import { NearbyRate } from './nearby-rate.js';

/**
 * Things that go together. Unit: the days of the rarer item; asked is how many of them hold the other one too, against
 * how likely that one was on just those days (exposure) and around them (season). Both directions must hold.
 */
export function associations(search: PatternSearch): FamilyRun {
  const { items, timeline, minOccurrences } = search;
  const sets = items.map((item) => DaySet.of(item.days, timeline.days.length));
  const rates = items.map((item) => new NearbyRate(search, item));
  const candidates: Candidate[] = [];
  let tried = 0;
  items.forEach((more, i) => {
    for (let j = i + 1; j < items.length; j += 1) {
      const less = items[j];
      if (less === undefined || !comparable(more, less)) continue;
      tried += 1;
      const observed = sets[i]?.sharedWith(sets[j]) ?? 0;
      if (observed < minOccurrences || observed * timeline.days.length < 1.5 * more.days.length * less.days.length)
        continue;
      const candidate = test(search, more, less, rates[i], rates[j]);
      if (candidate !== undefined) candidates.push(candidate);
    }
  });
  return { tried, candidates };
}

/** A type is told apart from the tags it is used with only by chance of the modeller: no pair of types. */
function comparable(a: Item, b: Item): boolean {
  return !(a.kind === 'type' && b.kind === 'type') && !(a.kind === 'theme' || b.kind === 'theme') && a.name !== b.name;
}

function test(
  search: PatternSearch,
  more: Item,
  less: Item,
  moreRate?: NearbyRate,
  lessRate?: NearbyRate,
): Candidate | undefined {
  const days = shared(more.days, less.days);
  const forward = tailOf(days.length, less, moreRate);
  const backward = tailOf(days.length, more, lessRate);
  const p = Math.max(forward.p, backward.p);
  if (p > TENTATIVE_P) return undefined;
  const both = new Set(days);
  const onBoth = (memory: number): boolean => both.has(search.timeline.dayOf[memory] ?? 0);
  return {
    family: 'association',
    items: [less, more],
    p,
    test: 'binomial',
    params: { together: sameMemories(more, less) ? 'memory' : 'day' },
    observed: days.length,
    of: less.days.length,
    expected: forward.expected,
    evidence: [...new Set([...less.memories.filter(onBoth), ...more.memories.filter(onBoth)])].sort((a, b) => a - b),
    counterExamples: less.memories.filter((memory) => !onBoth(memory)),
  };
}

function tailOf(observed: number, of: Item, rate: NearbyRate | undefined): { p: number; expected: number } {
  const chance = rate?.meanOver(of.days) ?? 1;
  return { p: binomialUpperTail(observed, of.days.length, chance), expected: chance * of.days.length };
}

/** Whether they mostly meet in one memory rather than on one day. */
function sameMemories(a: Item, b: Item): boolean {
  return overlap(a.memories, b.memories) * 2 >= overlap(a.days, b.days);
}
