import { binomialUpperTail } from '../statistics/binomial.js';
import { TENTATIVE_P, type Candidate, type FamilyRun, type PatternSearch } from './candidate.js';
import { DaySet } from './day-set.js';
import type { Item } from './item-table.js';
import { NearbyRate } from './nearby-rate.js';
import type { Timeline } from './timeline.js';

const LAGS_DAYS = [1, 3, 7];
/** How surprising it must be that the two occur near each other at all, whichever comes first. */
const NEAR_P = 0.001;

/**
 * One thing after another. Two questions: do they occur near each other (either order), and is the order more than
 * even? The second is a sign test over the episodes of the rarer thing that have the other on one side only. The first
 * question says nothing of the second's answer, so only pairs that pass it are tried.
 */
export function sequences(search: PatternSearch): FamilyRun {
  const things = search.items.filter((item) => item.kind !== 'type');
  const days = things.map((item) => item.days.map((position) => search.timeline.days[position] ?? 0));
  const first = search.timeline.days[0] ?? 0;
  const length = (search.timeline.days.at(-1) ?? 0) - first + 1;
  const sets = days.map((list) =>
    DaySet.of(
      list.map((day) => day - first),
      length,
    ),
  );
  const near = LAGS_DAYS.map((lag) => sets.map((set) => set.widened(lag)));
  const rates = things.map((item) => new NearbyRate(search, item));
  const candidates: Candidate[] = [];
  let tried = 0;
  things.forEach((rare, j) => {
    things.slice(0, j).forEach((common, i) => {
      const orders = LAGS_DAYS.filter((_, l) => (near[l]?.[i]?.sharedWith(sets[j]) ?? 0) >= search.minOccurrences)
        .map((lag) => meetings(days[j] ?? [], days[i] ?? [], lag))
        .filter((found) => found.after.length + found.before.length >= search.minOccurrences)
        .filter((found) => nearP(rare, rates[i], found) <= NEAR_P)
        .flatMap((found) => orderTest(search, rare, common, found));
      tried += orders.length;
      const best = orders.sort((a, b) => a.p - b.p)[0];
      if (best !== undefined && best.p <= TENTATIVE_P) candidates.push(best);
    });
  });
  return { tried, candidates };
}

/** Where the episodes of one thing meet another thing within a lag. */
interface Meetings {
  readonly lag: number;
  readonly episodes: number;
  /** Local days: of the base thing's episode, and of the other thing just after it, or just before it. */
  readonly after: readonly Meeting[];
  readonly before: readonly Meeting[];
  readonly both: number;
}

interface Meeting {
  readonly base: number;
  readonly other: number;
}

/**
 * Days of the base thing less than a lag apart are one episode; what lies inside an episode says nothing of order, and
 * what lies before its first and after its last day is looked at alike. So time reversed gives the same, exchanged.
 */
function meetings(base: readonly number[], other: readonly number[], lag: number): Meetings {
  const after: Meeting[] = [];
  const before: Meeting[] = [];
  let both = 0;
  const episodes = episodesOf(base, lag);
  let low = 0;
  for (const { first, last } of episodes) {
    while (low < other.length && (other[low] ?? 0) < first - lag) low += 1;
    let at = low;
    let earlier: number | undefined;
    while (at < other.length && (other[at] ?? 0) < first) earlier = other[at++];
    while (at < other.length && (other[at] ?? 0) <= last) at += 1;
    const next = other[at];
    const later = next !== undefined && next <= last + lag ? next : undefined;
    if (later !== undefined && earlier !== undefined) both += 1;
    else if (later !== undefined) after.push({ base: last, other: later });
    else if (earlier !== undefined) before.push({ base: first, other: earlier });
  }
  return { lag, episodes: episodes.length, after, before, both };
}

function episodesOf(days: readonly number[], lag: number): { first: number; last: number }[] {
  const episodes: { first: number; last: number }[] = [];
  for (const day of days) {
    const open = episodes.at(-1);
    if (open !== undefined && day - open.last <= lag) open.last = day;
    else episodes.push({ first: day, last: day });
  }
  return episodes;
}

/** How surprising it is that so many episodes have the other thing within the lag on one side at least. */
function nearP(base: Item, rate: NearbyRate | undefined, found: Meetings): number {
  const daily = rate?.meanOver(base.days) ?? 1;
  const within = 1 - (1 - daily) ** (2 * found.lag);
  return binomialUpperTail(found.after.length + found.before.length + found.both, found.episodes, within);
}

function orderTest({ timeline, minOccurrences }: PatternSearch, base: Item, other: Item, found: Meetings): Candidate[] {
  const forward = found.after.length >= found.before.length;
  const agreeing = forward ? found.after : found.before;
  const trials = found.after.length + found.before.length;
  if (agreeing.length < minOccurrences) return [];
  const bases = new Set(agreeing.map((meeting) => meeting.base));
  const others = new Set(agreeing.map((meeting) => meeting.other));
  const against = (forward ? found.before : found.after).map((meeting) => meeting.base);
  return [
    {
      family: 'sequence',
      items: forward ? [base, other] : [other, base],
      // Two-sided: either order could have been found.
      p: Math.min(1, 2 * binomialUpperTail(agreeing.length, trials, 0.5)),
      test: 'sign',
      params: { withinDays: found.lag, medianLagDays: medianLag(agreeing) },
      observed: agreeing.length,
      of: trials,
      expected: trials / 2,
      evidence: [...onDays(base, bases, timeline), ...onDays(other, others, timeline)].sort((x, y) => x - y),
      counterExamples: onDays(base, new Set(against), timeline),
    },
  ];
}

function onDays(item: Item, days: ReadonlySet<number>, timeline: Timeline): number[] {
  return item.memories.filter((memory) => days.has(timeline.days[timeline.dayOf[memory] ?? 0] ?? 0));
}

function medianLag(meetings: readonly Meeting[]): number {
  const lags = meetings.map(({ base, other }) => Math.abs(other - base)).sort((a, b) => a - b);
  return lags[Math.floor(lags.length / 2)] ?? 0;
}
