import type { Choice } from './memory-features.js';
import { isWord, type Token } from './tokens.js';
import { isUnderstatement } from './understatement.js';
import { wordSet } from './word-set.js';

const MAX_WORDS = 4;

const stops = wordSet(
  '. , ; : ? ! — – ( ) " “ ” but and because and since as so for after with when while which who that',
);
const articles = wordSet('the a an our my your their this that its to on in of by');
const determiners = wordSet('the a an our my your their this that these those his her another');
/** Verbs of taking something that may stand before "X over Y". */
const preferring = wordSet(
  'chose chosen choose choosing picked pick picking took take taking prefer prefers preferred preferring favour favoured favor favored select selected selecting opt opted bought buy buying hired hire hiring adopt adopted use using went go going decided settled voted vote',
);
/** What stands before the first of these is not what is taken. */
const verbs = new Set([
  ...preferring,
  ...wordSet('want wants wanted used with for is are it be keep kept like likes liked decide'),
]);
const pronouns = wordSet('it them him us you me all both i we he she they');
const doneTo = wordSet('one it them');
const deciding = wordSet('decided decide voted vote agreed agree chose choose opted');
/** "Over the phone", "over the weekend", "over the years": where that is all. */
const occasions = wordSet(
  'phone telephone weekend week weeks month months year years day days night summer winter spring autumn fall holiday holidays lunch dinner breakfast coffee tea beer drinks christmas easter',
);
/** "Over the next two weeks". */
const spans = wordSet('next last past coming course following few first');
/** Behind ", not" these are no things. */
const manners = wordSet(
  'ideal cheap easy perfect great good bad pretty sure certain yet now today tomorrow always only just even quite so too very without with in on at by for from until before after to if because as like this that it more less much many all necessarily really bigger smaller better worse',
);

/**
 * "X over Y", "X instead of Y", "X rather than Y", "prefer X to Y", "X, not Y", "decided against Y": what is preferred, and
 * to what, at most four words each. Undefined where the text prefers nothing in these words.
 */
export function choiceIn(tokens: readonly Token[]): Choice | undefined {
  const instead: string[] = [];
  let chosen: string | undefined;
  tokens.forEach((_, i) => {
    const pivot = pivotAt(tokens, i);
    if (pivot === undefined) return;
    const after = wordsAfter(tokens, i + pivot.length);
    if (after === '') return;
    const end = tokens[i - 1]?.lower === ',' ? i - 1 : i;
    if (pivot.hasBoth) chosen ??= wordsBefore(tokens, end, isOfDoing(tokens, i + pivot.length)) || undefined;
    instead.push(after);
  });
  return instead.length === 0
    ? undefined
    : { ...(chosen === undefined ? {} : { chosen }), instead: instead.slice(0, 3) };
}

/** Words between what is preferred and what is not. */
interface Pivot {
  /** In tokens. */
  readonly length: number;
  /** Whether what is preferred stands before. */
  readonly hasBoth: boolean;
}

/** The words of preferring that stand at a place. */
export function pivotAt(tokens: readonly Token[], i: number): Pivot | undefined {
  const [at, next, before] = [tokens[i]?.lower, tokens[i + 1]?.lower, tokens[i - 1]?.lower];
  if ((at === 'instead' && next === 'of') || (at === 'rather' && next === 'than')) return { length: 2, hasBoth: true };
  if (at === 'over' && isBetween(tokens, i)) return { length: 1, hasBoth: true };
  if (at === 'to' && isPreferredTo(tokens, i)) return { length: 1, hasBoth: true };
  if (at === 'against' && deciding.has(before ?? '')) return { length: 1, hasBoth: false };
  if (at === 'not' && next === 'to' && deciding.has(before ?? '')) return { length: 2, hasBoth: false };
  if (at === 'no' && before === ':' && !isNegated(clauseBefore(tokens, i - 1))) {
    return { length: 1 + Number(next === 'longer'), hasBoth: false };
  }
  if (
    at === 'not' &&
    (before === ',' || before === 'and') &&
    isThing(tokens, i + 1) &&
    !isUnderstatement(tokens, i + 1)
  )
    return { length: 1, hasBoth: true };
  return undefined;
}

/** Whether the "over" at a place stands between what is preferred and what is not. */
function isBetween(tokens: readonly Token[], i: number): boolean {
  if (articles.has(tokens[i + 1]?.lower ?? '') && !determiners.has(tokens[i + 1]?.lower ?? '')) return false;
  if (isOccasion(tokens, i + 1)) return false;
  const own = clauseBefore(tokens, i);
  const verb = own.findLastIndex(({ lower }) => preferring.has(lower));
  if (verb >= 0) return own[verb + 1]?.lower !== 'to' && own.slice(verb + 1).some(isObject);
  if (own.length === 0 || own.length > MAX_WORDS || !own.every(isObject)) return false;
  return tokens[i - own.length - 1]?.lower === ':' || (isName(own.at(-1)) && isName(tokens[i + 1]));
}

/** "Prefer oak to pine"; behind an article it may be where something leads ("we prefer the path to the lake"). */
function isPreferredTo(tokens: readonly Token[], i: number): boolean {
  const own = clauseBefore(tokens, i);
  const things = own.slice(own.findLastIndex(({ lower }) => lower.startsWith('prefer')) + 1);
  const next = tokens[i + 1];
  if (things.length === own.length || next === undefined || isNegated(own)) return false;
  return things.length > 0 && [...things, next].every((token) => isObject(token) && !determiners.has(token.lower));
}

/** "We decided: no dog" leaves it; behind "bottled gas doesn't:" it says why. "I don't prefer tea to coffee". */
function isNegated(clause: readonly Token[]): boolean {
  return clause.some(({ lower }) => lower === 'not' || lower.endsWith("n't"));
}

/** The words before a place, back to a sign or a word that begins another clause; "went with" and "settled for" begin none. */
function clauseBefore(tokens: readonly Token[], end: number): readonly Token[] {
  let from = end;
  while (from > 0 && (!isStop(tokens[from - 1]) || preferring.has(tokens[from - 2]?.lower ?? ''))) from -= 1;
  return tokens.slice(from, end);
}

function isStop(token: Token | undefined): boolean {
  return stops.has(token?.lower ?? '');
}

function isObject(token: Token): boolean {
  return isWord(token) && !pronouns.has(token.lower) && (!articles.has(token.lower) || determiners.has(token.lower));
}

/** "The phone" before the end of the clause; not of "the phone contract". */
function isOccasion(tokens: readonly Token[], from: number): boolean {
  const first = determiners.has(tokens[from]?.lower ?? '') ? from + 1 : from;
  const word = tokens[first]?.lower ?? '';
  if (spans.has(word)) return true;
  const next = tokens[first + 1];
  return occasions.has(word) && (next === undefined || stops.has(next.lower) || articles.has(next.lower));
}

/** A thing by an article, by a capital, or as the only word of its clause. */
function isThing(tokens: readonly Token[], from: number): boolean {
  const [word, next] = [tokens[from], tokens[from + 1]];
  if (word === undefined || !isWord(word)) return false;
  if (determiners.has(word.lower) || isName(word)) return true;
  const isAlone = next === undefined || /^[.;!?,]$/.test(next.lower);
  return isAlone && !manners.has(word.lower) && !word.lower.endsWith('ly');
}

function isName(token: Token | undefined): boolean {
  return /^\p{Lu}/u.test(token?.text ?? '');
}

function wordsAfter(tokens: readonly Token[], from: number): string {
  const words: string[] = [];
  for (const token of tokens.slice(from, from + MAX_WORDS + 2)) {
    if (stops.has(token.lower) || words.length === MAX_WORDS) break;
    if (words.length > 0 || !articles.has(token.lower)) words.push(token.text);
  }
  while (articles.has(words.at(-1)?.toLowerCase() ?? '')) words.pop();
  return words.join(' ');
}

/** "Rent one from Lanson": what is preferred to it is to do something, and its verb belongs to it. "The bad one" is a thing. */
function isOfDoing(tokens: readonly Token[], at: number): boolean {
  return !articles.has(tokens[at]?.lower ?? '') && doneTo.has(tokens[at + 1]?.lower ?? '');
}

function wordsBefore(tokens: readonly Token[], before: number, withVerb: boolean): string {
  const words: string[] = [];
  for (let i = before - 1; i >= 0 && words.length < MAX_WORDS; i--) {
    const token = tokens[i];
    if (!token || stops.has(token.lower) || !isWord(token)) break;
    const isVerb = verbs.has(token.lower);
    if (!isVerb || withVerb) words.unshift(token.text);
    if (isVerb) break;
  }
  while (words.length > 0 && articles.has(words[0]?.toLowerCase() ?? '')) words.shift();
  return words.join(' ');
}
