import type { Item } from './item-table.js';
import type { Timeline } from './timeline.js';
import type { Exposure } from './exposure.js';

export const FAMILIES = [
  'routine',
  'interval',
  'sequence',
  'association',
  'emotion',
  'importance',
  'trend',
  'theme',
  'preference',
] as const;
export type Family = (typeof FAMILIES)[number];

/** One hypothesis that was tested and might be worth telling. */
export interface Candidate {
  readonly family: Family;
  readonly items: readonly Item[];
  readonly p: number;
  readonly test: string;
  readonly params: Readonly<Record<string, string | number | boolean>>;
  /** Episodes that agree, episodes in all, and how many would agree by chance. */
  readonly observed: number;
  readonly of: number;
  readonly expected: number;
  /** Indexes in the timeline. */
  readonly evidence: readonly number[];
  readonly counterExamples: readonly number[];
}

/** What one family tried. */
export interface FamilyRun {
  /** Hypotheses tested, listed or not. */
  readonly tried: number;
  /** Those with p at most `TENTATIVE_P`; all others are larger. */
  readonly candidates: readonly Candidate[];
}

export interface PatternSearch {
  readonly timeline: Timeline;
  readonly exposure: Exposure;
  readonly items: readonly Item[];
  readonly minOccurrences: number;
}

/** Nothing above this is told, not even as tentative. */
export const TENTATIVE_P = 0.01;
