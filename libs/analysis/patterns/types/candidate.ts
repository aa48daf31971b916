import type { Item } from './item.js';

export const FAMILIES = [
  'routine',
  'interval',
  'sequence',
  'association',
  'emotion',
  'mood',
  'importance',
  'importance_trend',
  'trend',
  'theme',
  'preference',
] as const;
export type Family = (typeof FAMILIES)[number];

/** Nothing above this is reported, not even as tentative. */
export const TENTATIVE_P = 0.01;

/** Nothing smaller than this is reported: the arithmetic of the tests ends not far below. It then stands for "less than". */
export const MIN_P = 1e-300;

export type Tier = 'established' | 'tentative';

/** One hypothesis that was tested and might be worth telling. */
export interface Candidate {
  readonly family: Family;
  readonly items: readonly Item[];
  readonly p: number;
  /** −log10 of the smallest p that its episodes could have given, had all agreed. */
  readonly reach: number;
  readonly test: string;
  readonly params: Readonly<Record<string, string | number | boolean>>;
  /** Episodes that agree, where `observed` counts something else. */
  readonly episodes?: number;
  /** What agrees (episodes; of intervals the gaps between them), out of how many, and how many would agree by chance. */
  readonly observed: number;
  readonly of: number;
  readonly expected: number;
  /** Of a sequence: on how many days of the first thing the second one came after it within the lag. */
  readonly followedDays?: number;
  /** Of a sequence: how often the two came up within the lag of each other, and in how many of these cases the second one came after alone, neither before nor on the same day. */
  readonly cases?: { readonly inOrder: number; readonly all: number };
  /** Of a weekday and an hour together: the days on which it happened at both. */
  readonly daysOfBoth?: number;
  /** Of an association: on how many of the days that agree one memory holds both. */
  readonly daysInOneMemory?: number;
  /** Indexes in the timeline, ascending; looked up only for what is reported. */
  readonly evidence: () => readonly number[];
  readonly counterExamples: () => readonly number[];
}
