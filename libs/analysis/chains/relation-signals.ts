import { type ChainField, likeness, linked } from './chain-field.js';
import type { Member, Story } from './assignment.js';
import { FEELING_PHRASES } from '../features/feeling-phrases.js';
import { PhraseBook } from '../features/phrase-book.js';
import { isBetween, pivotAt } from '../features/choice.js';
import { type Token, tokensOf } from '../features/tokens.js';
import { clausesOf } from '../features/role-cues.js';
import { contentWordsOf } from './content-words.js';
import { favourOf } from './lexicon.js';

const feelings = new PhraseBook(FEELING_PHRASES);
const left = new PhraseBook({
  left: `not | no | nor | neither | without | instead of | rather than | over budget | out | lost | lose | loses | dropped | declined | turned down | rejected | ruled out | off the table | off the list | passed on
    goodbye | stays where | stay where | gathering dust | can wait | struck | crossed | too expensive | too far | dearer | never mind | forget | gone | crosses | won't | isn't | aren't | didn't | doesn't | don't | no more | away from | less`,
});

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
  const options = story.members.filter(({ role, place }) => role === 'option' && place < story.hub);
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
function aloneSignals(field: ChainField, { hub, members }: Story, options: readonly Member[]): number[][] {
  const followed = members.filter(({ role, place }) => place > hub && (role === 'action' || role === 'outcome'));
  const evidence = members.filter(({ role, place }) => role === 'evidence' && place < hub);
  const { kept, dropped } = decisionParts(field.memories[hub]?.content ?? '');
  return options.map(({ place }, i) => {
    const weigh = (words: Iterable<string>) => wordWeight(field, place, words);
    const favoured = evidence.reduce(
      (sum, one) => sum + favour(field, one) * Math.max(0, likeness(field, place, one.place)),
      0,
    );
    return [
      likeness(field, place, hub),
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
export function sideSignals(field: ChainField, hub: number, { place }: Member, towards: number): number[] {
  const memory = field.memories[place];
  const lean = memory?.features.polarity ?? 0;
  const favoured = favour(field, { place });
  const tokens = tokensOf(memory?.content ?? '');
  const days = ((field.memories[hub]?.at ?? 0) - (memory?.at ?? 0)) / 86_400_000;
  return [
    lean,
    Math.log1p(feelings.count(tokens).get('against') ?? 0),
    towards,
    lean * towards,
    likeness(field, place, hub),
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

/**
 * Words of a decision in clauses that take something, and in those that leave something; of a clause that does both ("the
 * canoe over the boat", "instead of mending it") the words before and behind.
 */
function decisionParts(content: string): { kept: Set<string>; dropped: Set<string> } {
  const kept = new Set<string>();
  const dropped = new Set<string>();
  const put = (part: readonly Token[], into: Set<string>) => {
    for (const word of contentWordsOf(part.map(({ text }) => text).join(' '))) into.add(word);
  };
  for (const clause of clausesOf(tokensOf(content))) {
    const at = partingOf(clause);
    const taking = clause.slice(0, at);
    put(taking, left.count(taking).size > 0 ? dropped : kept);
    put(clause.slice(at), dropped);
  }
  return { kept, dropped };
}

const choosing = /^(?:ch[oe]+se|choosing|picked|prefer(?:red)?|favou?red|selected|took|went|going)$/;

/** Where a clause goes from what is taken to what is left; its length where it does not. */
function partingOf(clause: readonly Token[]): number {
  const chosen = clause.findIndex(({ lower }) => choosing.test(lower));
  const at = clause.findIndex(
    ({ lower }, i) =>
      i > 0 && (pivotAt(clause, i) > 0 || (lower === 'over' && chosen >= 0 && chosen < i && isBetween(clause, i))),
  );
  return at < 0 ? clause.length : at;
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
