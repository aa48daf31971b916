import { binomialUpperTail } from '../statistics/binomial.js';
import { TENTATIVE_P, type Candidate, type FamilyRun, type PatternSearch } from './candidate.js';
import type { Item } from './item-table.js';
import { weekdayOf } from './local-clock.js';

const HOURS = 24;
const WEEKDAYS = 7;

/**
 * Things that happen on one weekday, at one hour, or both. Unit: item and day. A day with several memories
 * of the item counts by one of them (the first would lean to the morning); an hour is the middle of a window of three.
 */
export function routines(search: PatternSearch): FamilyRun {
  const candidates = search.items.flatMap((item) => {
    const weekday = best(weekdayCandidates(search, item));
    const hour = best(hourCandidates(search, item));
    if (weekday === undefined || hour === undefined) return [weekday ?? hour ?? []].flat();
    return [merged(search, item, weekday, hour)];
  });
  return { tried: search.items.length * (WEEKDAYS + HOURS), candidates };
}

function weekdayCandidates({ timeline, exposure, minOccurrences }: PatternSearch, item: Item): Candidate[] {
  const shares = exposure.weekdayShares(item.days[0] ?? 0, item.days.at(-1) ?? 0, item.memories.length);
  return range(1, WEEKDAYS).flatMap((weekday) => {
    const chance = shares[weekday] ?? 0;
    const onDay = (position: number): boolean => weekdayOf(timeline.days[position] ?? 0) === weekday;
    const observed = item.days.filter(onDay).length;
    if (observed < minOccurrences) return [];
    const p = binomialUpperTail(observed, item.days.length, chance);
    if (p > TENTATIVE_P) return [];
    const fits = (memory: number): boolean => onDay(timeline.dayOf[memory] ?? 0);
    return [candidate(item, { kind: 'weekday', weekday }, p, observed, chance, fits)];
  });
}

function hourCandidates({ timeline, exposure, minOccurrences }: PatternSearch, item: Item): Candidate[] {
  const shares = exposure.hourShares(item.days[0] ?? 0, item.days.at(-1) ?? 0);
  const picked = hoursOf(item, timeline.dayOf, timeline.hours);
  return range(0, HOURS - 1).flatMap((hour) => {
    const near = (other: number): boolean => Math.abs(((other - hour + 36) % HOURS) - 12) <= 1;
    const chance = Math.min(1, sum(range(-1, 1).map((shift) => shares[(hour + shift + HOURS) % HOURS] ?? 0)));
    const observed = picked.filter(near).length;
    if (observed < minOccurrences) return [];
    const p = binomialUpperTail(observed, picked.length, chance);
    if (p > TENTATIVE_P) return [];
    const fits = (memory: number): boolean => near(timeline.hours[memory] ?? 0);
    const centre = centreOf(picked.filter(near), hour);
    return [candidate(item, { kind: 'hour', hour: centre }, p, observed, chance, fits)];
  });
}

/** 'Mondays around 09:00' where both hold, told with the stronger p; the episodes are those where both do. */
function merged({ timeline }: PatternSearch, item: Item, weekday: Candidate, hour: Candidate): Candidate {
  const stronger = weekday.p <= hour.p ? weekday : hour;
  const evidence = weekday.evidence.filter((memory) => hour.evidence.includes(memory));
  const days = new Set(evidence.map((memory) => timeline.dayOf[memory] ?? 0));
  if (days.size * 2 < stronger.observed) return stronger;
  return {
    ...stronger,
    params: { kind: 'weekday+hour', weekday: weekday.params['weekday'] ?? 0, hour: hour.params['hour'] ?? 0 },
    evidence,
    counterExamples: item.memories.filter((memory) => !evidence.includes(memory)),
  };
}

function candidate(
  item: Item,
  params: Candidate['params'],
  p: number,
  observed: number,
  chance: number,
  fits: (memory: number) => boolean,
): Candidate {
  const of = item.days.length;
  return {
    family: 'routine',
    items: [item],
    p,
    test: 'binomial',
    params,
    observed,
    of,
    expected: chance * of,
    evidence: item.memories.filter(fits),
    counterExamples: item.memories.filter((memory) => !fits(memory)),
  };
}

/** The hour of one memory a day; which one depends on nothing but the day. */
function hoursOf(item: Item, dayOf: Int32Array, hours: Uint8Array): number[] {
  const { memories } = item;
  const picked: number[] = [];
  for (let from = 0; from < memories.length;) {
    const day = dayOf[memories[from] ?? 0] ?? 0;
    let to = from + 1;
    while (to < memories.length && dayOf[memories[to] ?? 0] === day) to += 1;
    const choice = from + ((Math.imul(day + 1, 0x9e3779b1) >>> 0) % (to - from));
    picked.push(hours[memories[choice] ?? 0] ?? 0);
    from = to;
  }
  return picked;
}

/** The commonest of the hours in the window; the middle one where they tie. */
function centreOf(hours: readonly number[], middle: number): number {
  const counts = new Map<number, number>();
  for (const hour of hours) counts.set(hour, (counts.get(hour) ?? 0) + 1);
  const most = Math.max(...counts.values());
  if (counts.get(middle) === most) return middle;
  return [...counts.keys()].filter((hour) => counts.get(hour) === most).sort((a, b) => a - b)[0] ?? middle;
}

function best(candidates: readonly Candidate[]): Candidate | undefined {
  return [...candidates].sort((a, b) => a.p - b.p || b.observed - a.observed)[0];
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
