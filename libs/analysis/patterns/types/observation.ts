/** What pattern detection knows of one memory. */
export interface Observation {
  readonly id: string;
  /** When it happened (event time), milliseconds since 1970 UTC. */
  readonly at: number;
  /** Only the day is known: that of `at` in UTC, in every zone. */
  readonly isDay?: boolean | undefined;
  readonly type: string;
  /** 0 to 1. */
  readonly importance: number;
  readonly tags: readonly string[];
  readonly entities: readonly string[];
  /** How the text writes entities, where not as `capitalisedName` has them; they are called as they are compared where it is missing. */
  readonly spellings?: readonly (readonly [entity: string, written: string])[] | undefined;
  /** The words that say what the text is about, see `wordRunsOf`. */
  readonly words?: string | undefined;
  /** The feeling the text expresses: 1 good, −1 bad, 0 neither. */
  readonly valence: -1 | 0 | 1;
  /** Its meaning in few dimensions (64 as a rule, the same number for all); only directions count, not lengths. */
  readonly sketch?: Int8Array | undefined;
  /** What was taken and what was left, where the text tells of a choice. */
  readonly choice?: { readonly chosen: string; readonly instead: string } | undefined;
}
