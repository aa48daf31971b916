import type { Choice } from './memory-features.js';
import { isWord, type Token } from './tokens.js';

const MOST_WORDS = 4;
const stops = new Set(
  '. , ; : ? ! — – ( ) " “ ” but and because since as so for after with when while which who that'.split(' '),
);
const articles = new Set('the a an our my your their this that its to on in of by'.split(' '));
const verbs = new Set(
  'chose choose choosing picked pick picking took take taking prefer prefers preferred want wants wanted bought buy use uses using used went go going with is are it be keep kept like likes decided opted'.split(
    ' ',
  ),
);

/** "Took over", "talked it over": no preferring. */
const takingOver = new Set(
  'took take takes taken taking hand handed handing talk talked talking think thought thinking go goes going gone went start started turn turned look looked looking come came carry carried get got move moved moving is was'.split(
    ' ',
  ),
);
/** "Over the phone", "over the weekend", "over the years". */
const occasions = new Set(
  'phone telephone weekend week weeks month months year years day days night summer winter spring autumn fall holiday holidays next last past coming course lunch dinner breakfast coffee tea beer drinks christmas easter'.split(
    ' ',
  ),
);

/**
 * "X over Y", "X instead of Y", "X rather than Y", "not Y": what is preferred, and to what, at most four words each.
 * Undefined where the text prefers nothing in these words.
 */
export function choiceIn(tokens: readonly Token[]): Choice | undefined {
  const instead: string[] = [];
  let chosen: string | undefined;
  tokens.forEach(({ lower }, i) => {
    const length = pivotAt(tokens, i);
    if (length === 0) return;
    const after = wordsAfter(tokens, i + length);
    if (after === '') return;
    if (lower !== 'not') chosen ??= wordsBefore(tokens, i) || undefined;
    instead.push(after);
  });
  return instead.length === 0
    ? undefined
    : { ...(chosen === undefined ? {} : { chosen }), instead: instead.slice(0, 3) };
}

/** How many tokens the words of preferring ("instead of", "over", "not") take at a place; 0 where none stand there. */
export function pivotAt(tokens: readonly Token[], i: number): number {
  const [at, next, before] = [tokens[i]?.lower, tokens[i + 1]?.lower, tokens[i - 1]?.lower];
  if (at === 'instead' && next === 'of') return 2;
  if (at === 'rather' && next === 'than') return 2;
  if (at === 'over' && next !== undefined && (articles.has(next) || /^\p{Lu}/u.test(tokens[i + 1]?.text ?? '')))
    return isBetween(tokens, i) ? 1 : 0;
  return at === 'not' && (before === ',' || before === 'and' || before === undefined) ? 1 : 0;
}

/** Whether the "over" at a place may stand between what is preferred and what is not. */
export function isBetween(tokens: readonly Token[], i: number): boolean {
  const [before, next = '', second = ''] = [i - 1, i + 1, i + 2].map((place) => tokens[place]?.lower);
  return !takingOver.has(before ?? '') && !occasions.has(articles.has(next) ? second : next);
}

function wordsAfter(tokens: readonly Token[], from: number): string {
  const words: string[] = [];
  for (const token of tokens.slice(from, from + MOST_WORDS + 2)) {
    if (stops.has(token.lower) || words.length === MOST_WORDS) break;
    if (words.length > 0 || !articles.has(token.lower)) words.push(token.text);
  }
  return words.join(' ');
}

function wordsBefore(tokens: readonly Token[], before: number): string {
  const words: string[] = [];
  for (let i = before - 1; i >= 0 && words.length < MOST_WORDS; i--) {
    const token = tokens[i];
    if (!token || stops.has(token.lower) || verbs.has(token.lower) || !isWord(token)) break;
    words.unshift(token.text);
  }
  while (words.length > 0 && articles.has(words[0]?.toLowerCase() ?? '')) words.shift();
  return words.join(' ');
}
