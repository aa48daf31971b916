import type { Role } from './role.js';

/** Stored features of another version are computed again (`mneme reindex --features`). */
export const FEATURES_VERSION = 7;

/** A memory as its record has it. */
export interface FeatureSource {
  readonly content: string;
  readonly type: string;
  readonly tags: readonly string[];
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly createdAt: Date;
}

/** Where the event time was found. */
export type EventTimeSource = 'occurredAt' | 'text' | 'createdAt';

/** Metadata keys that link a memory to others. */
export const LINK_KINDS = ['relatedTo', 'causedBy', 'decisionId', 'supersedes', 'replyTo'] as const;
export type LinkKind = (typeof LINK_KINDS)[number];

/** As written in the metadata, unresolved: `to` may be the id of no memory, or of another tenant's. */
export interface WrittenLink {
  readonly kind: LinkKind;
  readonly to: string;
}

/** How much the text speaks for each role: sums of cue weights, 0 where nothing does. */
export type RoleCues = Readonly<Record<Role, number>>;

/** What a text prefers, in its own words. */
export interface Choice {
  readonly chosen?: string | undefined;
  readonly instead: readonly string[];
}

/** How something is said, apart from what: counts of signs in the text. */
export interface Manner {
  readonly question: number;
  readonly hypothetical: number;
  readonly negation: number;
  readonly past: number;
  readonly future: number;
  readonly number: number;
  readonly money: number;
  readonly comparison: number;
  readonly elapsed: number;
  readonly speaker: number;
  /** Words of the text. */
  readonly words: number;
}

/** What both operations know of a memory without reading it again. Plain JSON. */
export interface MemoryFeatures {
  readonly version: number;
  /** Unix milliseconds. */
  readonly eventTime: number;
  readonly eventTimeFrom: EventTimeSource;
  /** Only the day is known: it is that of `eventTime` in UTC, in every zone. */
  readonly eventTimeIsDay: boolean;
  /** Names and quoted things, in lower case without accents, each once, in order of appearance; at most 24. */
  readonly entities: readonly string[];
  /** In [-1, 1]: against or for what the text is about. */
  readonly polarity: number;
  /** Feeling bad, nothing said, good. */
  readonly valence: -1 | 0 | 1;
  readonly cues: RoleCues;
  readonly manner: Manner;
  readonly choice?: Choice | undefined;
  readonly links: readonly WrittenLink[];
}
