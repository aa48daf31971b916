import { ROLES } from '../../features/role.js';
import type { ChainMemory } from '../types/chain-input.js';
import type { ChainWeights } from '../weights/chain-weights.js';
import { strengthOf } from './relevance-strength.js';
import { FeatureMatrix } from '../model/feature-matrix.js';
import { logOddsOf } from '../model/binary-model.js';

/** Logarithm of a probability below which texts are alike. */
export const MIN_LIKE = -8;
const decision = ROLES.indexOf('decision');

/** Columns of `possibleSignals`. */
export const POSSIBLE_SIGNALS: readonly string[] = [
  ...ROLES.map((role) => `text ${role}`),
  'relevance',
  'to topic',
  'topic words',
  'words by meaning',
  'best word by meaning',
  'type decision',
  ...['text decision', 'relevance', 'to topic', 'words by meaning'].map((name) => `${name} behind best`),
];
const own = ROLES.length;
const compared = [decision, own, own + 1, own + 3];

/** Of a `ChainField`. */
interface Alone {
  readonly weights: ChainWeights;
  readonly memories: readonly ChainMemory[];
  readonly roles: readonly (readonly number[])[];
  readonly toTopic: Float64Array;
  readonly topicWords: Float64Array;
  readonly meaning: readonly Float64Array[];
}

/** What of a memory by itself speaks for its being the decision asked for; a row a memory of the field. */
export function possibleSignals({ memories, roles, toTopic, topicWords, meaning }: Alone): FeatureMatrix {
  const table = new FeatureMatrix(memories.length, POSSIBLE_SIGNALS.length);
  memories.forEach(({ relevance, type }, place) => {
    const row = table.row(place);
    for (let i = 0; i < own; i++) row[i] = Math.max(roles[place]?.[i] ?? MIN_LIKE, MIN_LIKE);
    let [sum, best] = [0, 0];
    for (const word of meaning) {
      sum += word[place] ?? 0;
      best = Math.max(best, word[place] ?? 0);
    }
    row[own] = strengthOf(relevance);
    row[own + 1] = toTopic[place] ?? 0;
    row[own + 2] = topicWords[place] ?? 0;
    row[own + 3] = sum / Math.max(1, meaning.length);
    row[own + 4] = best;
    row[own + 5] = Number(type === 'decision');
  });
  compared.forEach((column, i) => {
    setBehindBest(table, column, own + 6 + i);
  });
  return table;
}

/** Log odds of each memory of the field being the decision asked for, by itself. */
export function possibleOf(field: Alone): Float64Array {
  return logOddsOf(field.weights.possible, possibleSignals(field));
}

function setBehindBest(table: FeatureMatrix, from: number, to: number): void {
  let best = -Infinity;
  for (let place = 0; place < table.height; place++) best = Math.max(best, table.at(place, from));
  for (let place = 0; place < table.height; place++) table.set(place, to, table.at(place, from) - best);
}
