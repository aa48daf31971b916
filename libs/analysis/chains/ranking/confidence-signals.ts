import { ROLES } from '../../features/role.js';
import type { Member, Story } from '../story/chain-assignment.js';
import type { ChainField } from '../topic/chain-field.js';
import { logOdds } from '../model/linear-model.js';
import { MIN_LIKE } from '../topic/possible-signals.js';
import type { Link } from '../story/relations.js';
import { tenantSmallness } from '../model/tenant-size-interpolation.js';
import { asFewMembers, asFewOfARole } from '../membership/story-bounds.js';
import { TRUNK_SIGNALS, trunkSignals } from '../story/trunk-signals.js';

const decision = ROLES.indexOf('decision');
const roles = ['trigger', 'option', 'evidence', 'action', 'outcome'] as const;

/** Columns of `confidenceSignals`. */
export const CONFIDENCE_SIGNALS: readonly string[] = [
  'topicKnown',
  'decision',
  'another decision',
  ...TRUNK_SIGNALS,
  'text decision',
  ...roles.map((role) => `${role} count`),
  'members',
  'tenantSmallness',
];

/** A story that is to be reported, with what was found beside it. */
export interface ReportedStory {
  readonly story: Story;
  readonly links: readonly Link[];
  /** What may belong to it as well, the likeliest first. */
  readonly possible: readonly Member[];
  /** See `trunkOf`. */
  readonly trunk: readonly Link[];
  /** Probability that the memories tell of the topic at all. */
  readonly topicKnown: number;
  /** Probability of the best other decision. */
  readonly rival: number;
}

/** What speaks for the decision being the one asked for, and for every link of the trunk; only what is sure counts. */
export function confidenceSignals(field: ChainField, { story, trunk, topicKnown, rival }: ReportedStory): number[] {
  const sure = story.members.filter(({ isSure }) => isSure);
  return [
    logOdds(topicKnown),
    logOdds(story.probability),
    logOdds(rival),
    ...trunkSignals(trunk),
    Math.max(field.roles[story.candidate]?.[decision] ?? MIN_LIKE, MIN_LIKE),
    ...roles.map((role) => asFewOfARole(sure.filter((member) => member.role === role).length)),
    asFewMembers(sure.reduce((sum, { confidence }) => sum + confidence, 0)),
    tenantSmallness(field.input.tenantSize),
  ];
}
