import { DECISION_SIGNALS } from './decision-signals.js';
import type { DecisionCandidate } from './decision-candidates.js';
import { logOdds } from '../model/linear-model.js';
import { OWN_SIGNALS } from './own-signals.js';
import { STORY_SIGNALS } from './story-signals.js';

/** What of the most probable decision tells whether the topic is one that the memories know. */
const ofBest = [
  'relevance of the field',
  'topic known',
  'meaning known',
  'least meaning known',
  'topic covered',
  'rarest word missing',
  'meaning covered',
  'least meaning covered',
  'words by meaning',
  'best member to topic',
  'possible',
  'text decision',
  'topic words',
  'relevance',
  'to topic',
  'members topic words',
  'members to topic',
  'members relevance',
  'best member topic words',
];
const columns = [
  ...ofBest.map((name) => DECISION_SIGNALS.indexOf(name)),
  ...STORY_SIGNALS.map((_, i) => DECISION_SIGNALS.length + i),
  ...OWN_SIGNALS.map((_, i) => DECISION_SIGNALS.length + STORY_SIGNALS.length + i),
];

/** Columns of `topicSignals`. */
export const TOPIC_SIGNALS: readonly string[] = [
  'best decision',
  'second decision',
  ...ofBest,
  ...STORY_SIGNALS,
  ...OWN_SIGNALS,
];

/** What speaks for the topic being known at all, by the decisions found for it, the most probable first. */
export function topicSignals([best, second]: readonly DecisionCandidate[]): number[] {
  return [
    logOdds(best?.asked ?? 0),
    logOdds(second?.asked ?? 0),
    ...columns.map((column) => best?.signals[column] ?? 0),
  ];
}
