import { lexiconOf, type Lexicon } from '../model/lexicon.js';
import type { LinearModel } from '../model/linear-model.js';
import type { BySize } from '../model/tenant-size-interpolation.js';
import type { YesModel } from '../model/binary-model.js';
import chains from './chains-16.json' with { type: 'json' };
import lexicon from './lexicon.json' with { type: 'json' };

/** The models of decision chains. Their numbers were fitted and are frozen (ADR 61). */
export interface ChainWeights {
  readonly version: string;
  /** What words say of a text's role, and of whether it speaks for what it is about. */
  readonly lexicon: Lexicon;
  readonly favours: Lexicon;
  /** `ROLES` from `TEXT_SIGNALS`. */
  readonly text: LinearModel;
  /** `MEMBER_ROLES` from `FIRST_SIGNALS`, then from `SECOND_SIGNALS`. */
  readonly first: LinearModel;
  readonly second: LinearModel;
  /** Whether a memory is the decision asked for: by itself, from `POSSIBLE_SIGNALS`. */
  readonly possible: YesModel;
  /** And with its members, from `DECISION_SIGNALS` after the first round, and after all from these, `STORY_SIGNALS` and `OWN_SIGNALS`. */
  readonly decisionFirst: YesModel;
  readonly decision: YesModel;
  /** Whether the memories tell of the topic at all, from `TOPIC_SIGNALS`. */
  readonly topic: YesModel;
  /** Whether to answer: whether the topic is known joined with whether the first decision is the right one, from `TOPIC_SIGNALS`. */
  readonly answer: YesModel;
  /** Whether the decision is the one asked for and every link of the trunk holds, from `CONFIDENCE_SIGNALS`. */
  readonly confidence: YesModel;
  /** One row each: which option was taken, which evidence is on the decision's side. */
  readonly option: readonly number[];
  readonly side: readonly number[];
  /** Which evidence is about which option, from `WEIGHED_SIGNALS`. */
  readonly weighed: YesModel;
  /** From here on a memory belongs to a decision so surely that the trunk may lead over it. */
  readonly minOnTrunk: number;
  /** From here on a decision beside the best one is reported too, and a topic is answered. */
  readonly minDecision: number;
  readonly minAnswer: BySize;
  /** Isotonic steps: from `at` on, a probability by `confidence` means `probability`. Ascending. */
  readonly calibration: readonly { readonly at: number; readonly probability: number }[];
}

/** The shipped weights: `chains-16.json` and `lexicon.json`, which were generated and are not edited. */
export const CHAIN_WEIGHTS: ChainWeights = {
  ...chains,
  lexicon: lexiconOf(lexicon.roles),
  favours: lexiconOf(lexicon.favours),
};
