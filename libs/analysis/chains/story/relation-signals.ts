import { type ChainField, likeness, linked } from '../topic/chain-field.js';
import type { Member, Story } from './chain-assignment.js';
import { FEELING_PHRASES } from '../../features/tone-phrases.js';
import { PhraseBook } from '../../features/phrase-book.js';
import { tokensOf } from '../../features/tokens.js';
import { decisionParts } from '../text/decision-parts.js';
import { favourOf } from '../model/lexicon.js';

const feelings = new PhraseBook(FEELING_PHRASES);
/** What speaks for an option being the one taken; columns of `optionSignals`. */
export const OPTION_SIGNALS = [
  'like decision',
  'words with decision',
  'words left in decision',
  'like what followed',
  'words with what followed',
  'favour of evidence',
  'later',
  'only',
  'like behind best',
  'words behind best',
  'followed behind best',
  'left words behind',
  'sure',
] as const;

/** A row for each option of a story, in order. */
export function optionSignals(field: ChainField, story: Story): number[][] {
  const options = story.members.filter(({ role, place }) => role === 'option' && place < story.candidate);
  const own = aloneSignals(field, story, options);
  const behind = (row: number[], column: number) =>
    (row[column] ?? 0) -
    Math.max(
      ...own.filter((other) => other !== row).map((other) => other[column] ?? 0),
      own.length > 1 ? -Infinity : 0,
    );
  return own.map((row, i) => [
    ...row,
    ...[0, 1, 4, 2].map((column) => behind(row, column)),
    options[i]?.confidence ?? 0,
  ]);
}

/** Those that do not compare it with the others. */
function aloneSignals(field: ChainField, { candidate, members }: Story, options: readonly Member[]): number[][] {
  const followed = members.filter(({ role, place }) => place > candidate && (role === 'action' || role === 'outcome'));
  const evidence = members.filter(({ role, place }) => role === 'evidence' && place < candidate);
  const { kept, dropped } = decisionParts(field.memories[candidate]?.content ?? '');
  return options.map(({ place }, i) => {
    const weigh = (words: Iterable<string>) => wordWeight(field, place, words);
    const favoured = evidence.reduce(
      (sum, one) => sum + favour(field, one) * Math.max(0, likeness(field, place, one.place)),
      0,
    );
    return [
      likeness(field, place, candidate),
      weigh(kept),
      weigh(dropped),
      mean(followed.map((one) => likeness(field, place, one.place))),
      Math.max(0, ...followed.map((one) => weigh(field.words.held(one.place)))),
      favoured,
      i / Math.max(1, options.length - 1),
      Number(options.length === 1),
    ];
  });
}

/** What speaks for an evidence being about an option; columns of `weighedSignals`. */
export const WEIGHED_SIGNALS = [
  'like',
  'words',
  'tags',
  'names',
  'like behind best',
  'words behind best',
  'options',
  'linked',
  'option sure',
  'evidence sure',
] as const;

/** A row for each pair of an option and a later evidence. */
export function weighedSignals(
  field: ChainField,
  option: Member,
  evidence: Member,
  options: readonly Member[],
): number[] {
  const values = (one: Member) => [
    likeness(field, one.place, evidence.place),
    wordWeight(field, one.place, field.words.held(evidence.place)),
  ];
  const [like = 0, words = 0] = values(option);
  const others = options.filter((one) => one !== option && one.place < evidence.place).map(values);
  const best = [0, 1].map((column) =>
    Math.max(...others.map((other) => other[column] ?? 0), others.length > 0 ? -Infinity : 0),
  );
  return [
    like,
    words,
    weightOf(field.tags, option.place, evidence.place),
    weightOf(field.entities, option.place, evidence.place),
    others.length > 0 ? like - (best[0] ?? 0) : 0,
    others.length > 0 ? words - (best[1] ?? 0) : 0,
    others.length,
    Number(linked(field, option.place, evidence.place)),
    option.confidence,
    evidence.confidence,
  ];
}

/** What speaks for an evidence being on the side of the decision; columns of `sideSignals`. */
export const SIDE_SIGNALS = [
  'polarity',
  'against',
  'towards chosen',
  'polarity towards chosen',
  'like decision',
  'later',
  'valence',
  'but',
  'favour',
  'favour towards chosen',
] as const;

/** @param towards how much more the evidence is about the option taken than about the others, in [-1, 1] */
export function sideSignals(field: ChainField, candidate: number, { place }: Member, towards: number): number[] {
  const memory = field.memories[place];
  const lean = memory?.features.polarity ?? 0;
  const favoured = favour(field, { place });
  const tokens = tokensOf(memory?.content ?? '');
  const days = ((field.memories[candidate]?.at ?? 0) - (memory?.at ?? 0)) / 86_400_000;
  return [
    lean,
    Math.log1p(feelings.count(tokens).get('against') ?? 0),
    towards,
    lean * towards,
    likeness(field, place, candidate),
    Math.exp(-days / 7),
    memory?.features.valence ?? 0,
    Number(tokens.some(({ lower }) => lower === 'but' || lower === 'though')),
    favoured,
    favoured * towards,
  ];
}

function favour(field: ChainField, { place }: { readonly place: number }): number {
  return favourOf(field.weights.favours, field.memories[place]?.content ?? '');
}

function wordWeight(field: ChainField, place: number, words: Iterable<string>): number {
  const held = field.words.held(place);
  let sum = 0;
  for (const word of words) if (held.has(word)) sum += field.words.weightOf(word);
  return Math.min(sum, 12);
}

function weightOf(overlap: ChainField['tags'], a: number, b: number): number {
  return Math.min(
    overlap.shared(a, b).reduce((sum, thing) => sum + overlap.weightOf(thing), 0),
    12,
  );
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
