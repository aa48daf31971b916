import type { Family, Tier } from './candidate.js';

/** A picture of the evidence in numbers. */
export type Viz =
  /** Days of the item by weekday and hour: Monday 0:00 to Sunday 23:00, local. A day counts at each of its hours; one of no known hour at 0:00, unless an hour is reported. */
  | { readonly kind: 'weekHour'; readonly data: readonly number[] }
  /** Days of the item in 24 equal stretches of time from the first memory to the last. */
  | { readonly kind: 'spark'; readonly data: readonly number[] }
  /** Share of the memories with a feeling that have the one in question: of the 7 weekdays from Monday, or of the 24 hours. */
  | { readonly kind: 'bars'; readonly data: readonly number[] }
  /** Mean importance in 24 equal stretches of time; where there is none, that of the stretch before. */
  | { readonly kind: 'line'; readonly data: readonly number[] }
  /** Episodes that agree, that do not, and how many would agree by chance. */
  | { readonly kind: 'pair'; readonly data: readonly number[] }
  /** Gaps between episodes: index is days, value how many; the last one holds all longer gaps. Sixty days or twice the interval. */
  | { readonly kind: 'hist'; readonly data: readonly number[] };

/** How much was found, tested and left out, beside what was found. */
export interface PatternReport {
  readonly minOccurrences: number;
  readonly timezone: string;
  readonly analysed: {
    readonly memories: number;
    /** Local days that hold memories. */
    readonly days: number;
    readonly items: number;
    readonly hypothesesTested: number;
  };
  readonly tiers: {
    readonly established: number;
    readonly tentative: number;
    /** Tentative ones that these tests give, at most, where there is nothing to find; may be more than were. */
    readonly expectedByChance: number;
  };
  /** Established ones first, then by p. */
  readonly patterns: readonly Pattern[];
  readonly suppressed: readonly Suppressed[];
  /** What could not be tested, and why; sampling. */
  readonly warnings: readonly string[];
  readonly method: { readonly version: string; readonly falseDiscoveryRate: number };
}

/** What was left out for one reason. */
export interface Suppressed {
  readonly reason: string;
  readonly count: number;
}

/** A regularity that no memory states, with evidence for and against it. */
export interface Pattern {
  /** 13 characters without prefix, the same for the same regularity as memories come in; see `patternId`. */
  readonly id: string;
  readonly family: Family;
  readonly title: string;
  /** What it says, without numbers. */
  readonly sentence: string;
  readonly description: string;
  readonly tier: Tier;
  /** 1 − q: of the findings of its family at least this strong, the share that is no chance. */
  readonly confidence: number;
  readonly support: {
    readonly episodes: number;
    readonly memories: number;
    readonly firstAt: string;
    readonly lastAt: string;
  };
  readonly effect: {
    /** Observed over expected. */
    readonly lift?: number;
    readonly expected: number;
    readonly observed: number;
    /** Of the share of episodes that agree. */
    readonly ci95: readonly [number, number];
  };
  readonly stats: { readonly p: number; readonly q: number; readonly test: string };
  readonly params: Readonly<Record<string, string | number | boolean>>;
  readonly items: readonly { readonly kind: string; readonly name: string }[];
  readonly evidenceIds: readonly string[];
  /** Some of these, with their event time. */
  readonly evidence: readonly { readonly id: string; readonly at: string }[];
  readonly counterExampleIds: readonly string[];
  readonly viz: Viz;
  /** Somebody did not want to see it again, and it was asked for all the same. */
  readonly dismissed?: true;
}
