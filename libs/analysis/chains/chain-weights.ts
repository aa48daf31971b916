import type { Tree } from './boosted-trees.js';
import type { Lexicon } from './lexicon.js';
import type { LinearModel } from './linear-model.js';

/** Everything that was fitted; the numbers are written by tools/fit-chains, never by hand. */
export interface ChainWeights {
  readonly version: string;
  readonly lexicon: Lexicon;
  /** `ROLES` from `TEXT_SIGNALS`. */
  readonly text: LinearModel;
  /** `MEMBER_ROLES` from `FIRST_SIGNALS`, then from `SECOND_SIGNALS`. */
  readonly first: LinearModel;
  readonly second: LinearModel;
  /** One row: whether a memory is the decision asked for, from `HUB_SIGNALS` after the first and after all rounds. */
  readonly hubFirst: readonly number[];
  readonly hub: readonly number[];
  /** And what that row does not explain, a score a leaf. */
  readonly hubTrees: readonly Tree[];
  /** One row: whether the memories tell of the topic at all, from `TOPIC_SIGNALS`. */
  readonly topic: readonly number[];
  /** One row each: which option was taken, which evidence is about which option, which is on the decision's side. */
  readonly option: readonly number[];
  readonly weighed: readonly number[];
  readonly side: readonly number[];
  /** From here on a memory belongs to a decision, a topic is told of, and a decision beside the best one is told too. */
  readonly fewestShare: number;
  readonly fewestTopic: number;
  readonly fewestHub: number;
  /** Isotonic steps: from `at` on, a raw trunk confidence means `probability`. Ascending. */
  readonly calibration: readonly { readonly at: number; readonly probability: number }[];
}
