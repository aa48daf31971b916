import { HUB_SIGNALS } from './hub-signals.js';

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
];
const columns = ofBest.map((name) => HUB_SIGNALS.indexOf(name));
const LEAST = 1e-4;

/** Columns of `topicSignals`. */
export const TOPIC_SIGNALS: readonly string[] = ['best decision', 'second decision', ...ofBest];

/** A decision that the topic may ask for: its probability, and its `HUB_SIGNALS`. */
export interface Rated {
  readonly probability: number;
  readonly signals: readonly number[];
}

/** What speaks for the topic being told of at all, by the decisions found for it, the most probable first. */
export function topicSignals([best, second]: readonly Rated[]): number[] {
  return [
    logit(best?.probability ?? 0),
    logit(second?.probability ?? 0),
    ...columns.map((column) => best?.signals[column] ?? 0),
  ];
}

function logit(probability: number): number {
  const inside = Math.min(Math.max(probability, LEAST), 1 - LEAST);
  return Math.log(inside / (1 - inside));
}
