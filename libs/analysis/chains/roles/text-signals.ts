import { ROLES } from '../../features/role.js';
import type { Background, ChainInput, ChainMemory } from '../types/chain-input.js';
import { dots } from '../model/dot-product.js';
import { type Lexicon, lexiconSignals } from '../model/lexicon.js';

const TYPES = [
  'episodic',
  'semantic',
  'procedural',
  'working',
  'prospective',
  'emotional',
  'contextual',
  'identity',
  'relational',
  'event',
  'predictive',
  'task',
  'decision',
] as const;
const MANNERS = [
  'question',
  'hypothetical',
  'negation',
  'past',
  'future',
  'number',
  'money',
  'comparison',
  'elapsed',
  'speaker',
] as const;

/** What a memory says of its role without the others; the columns of `textSignals`. */
export const TEXT_SIGNALS: readonly string[] = [
  ...TYPES.map((type) => `type ${type}`),
  ...ROLES.map((role) => `cue ${role}`),
  ...MANNERS.map((manner) => `manner ${manner}`),
  ...ROLES.map((role) => `like ${role}`),
  ...ROLES.map((role) => `words of ${role}`),
  'words',
  'polarity',
  'strength of polarity',
  'valence',
  'prefers',
  'importance',
];

export function textSignals(
  { features, type, importance, vector, content }: ChainMemory,
  { prototypes, background }: Pick<ChainInput, 'prototypes' | 'background'>,
  lexicon: Lexicon,
): number[] {
  return [
    ...TYPES.map((one) => Number(one === type)),
    ...ROLES.map((role) => Math.log1p(features.cues[role])),
    ...MANNERS.map((manner) => Math.log1p(features.manner[manner])),
    ...ROLES.map((role) => nearest(vector, prototypes[role], background)),
    ...lexiconSignals(lexicon, content),
    Math.min(features.manner.words, 60) / 30,
    features.polarity,
    Math.abs(features.polarity),
    features.valence,
    Number(features.choice !== undefined),
    importance,
  ];
}

/** The likeness to the likest prototype, in deviations of the tenant's background. */
function nearest(vector: Float32Array, prototypes: readonly Float32Array[], background: Background): number {
  const cosines = dots(vector, prototypes);
  return cosines.length === 0 ? 0 : (Math.max(...cosines) - background.mean) / background.deviation;
}
