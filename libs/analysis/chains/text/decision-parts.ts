import { pivotAt } from '../../features/choice.js';
import { PhraseBook } from '../../features/phrase-book.js';
import { clausesOf } from '../../features/role-cues.js';
import { type Token, tokensOf } from '../../features/tokens.js';
import { contentWordsOf } from './content-words.js';
import { memoizeByText } from './memoize-by-text.js';

const leaving = new PhraseBook({
  leaving: `not | none | nobody | against | no | nor | neither | without | instead of | rather than | over budget | out | lost | lose | loses | dropped | declined | turned down | rejected | ruled out | off the table | off the list | passed on
    goodbye | stays where | stay where | gathering dust | can wait | struck | crossed | too expensive | too far | dearer | never mind | forget | gone | crosses | won't | isn't | aren't | didn't | doesn't | don't | no more | away from | less`,
});
/** What says so beyond doubt: "out" and "without" are also said of what is taken. */
const denying = new PhraseBook({
  denying:
    "not | neither | nor | won't | isn't | aren't | didn't | doesn't | don't | wouldn't | would have | sold out | ruled out | turned down | declined | rejected | cancelled | scrapped | abandoned",
});
/** How a clause begins that tells what speaks for something else, and one that gives a reason. */
const conceding = new Set(['although', 'though', 'despite', 'whereas']);
const reasoning = new Set(['because', 'since']);
/** Of what stands behind; "but" alone begins another clause. */
const anythingBut = /\b(?:anything|anyone|everything) but /gi;
const sign = /^[?!.;:,—–()]$/;
/** "From June to September": of what was moved. */
const moving = new Set(
  'move moved moving postpone postponed switch switched switching change changed changing migrate migrated migrating went'.split(
    ' ',
  ),
);
const MAX_MOVED = 4;

/** Content words of a decision. */
export interface DecisionParts {
  /** In clauses that take something. */
  readonly kept: Set<string>;
  /** In clauses that leave something, or sound so. */
  readonly dropped: Set<string>;
  /** In those that leave it beyond doubt, or tell what speaks for it all the same ("although the boat is cheaper"). */
  readonly denied: Set<string>;
  /** In reasons ("since Monday is full"): of what is taken, or of what is left. */
  readonly reasons: Set<string>;
}

/**
 * What a decision takes and leaves; of a clause that does both ("the canoe over the boat", "instead of mending it", "from
 * June to September") the words before and behind.
 */
export const decisionParts = memoizeByText(partsOf);

function partsOf(content: string): DecisionParts {
  const parts = { kept: new Set<string>(), dropped: new Set<string>(), denied: new Set<string>() };
  const reasons = new Set<string>();
  for (const phrase of phrasesOf(tokensOf(content.replace(anythingBut, 'not ')))) {
    const turn = phrase.findIndex(({ lower }) => conceding.has(lower) || reasoning.has(lower));
    const [main, behind] = turn < 0 ? [phrase, []] : [phrase.slice(0, turn), phrase.slice(turn)];
    if (reasoning.has(behind[0]?.lower ?? '')) put(behind, reasons);
    else put(behind, parts.dropped, parts.denied);
    for (const clause of clausesOf(main)) putClause(clause, parts);
  }
  return { ...parts, reasons };
}

function putClause(clause: readonly Token[], { kept, dropped, denied }: Omit<DecisionParts, 'reasons'>): void {
  const moved = movedIn(clause);
  const at = partingOf(clause);
  const taking = clause.slice(0, at).filter((token) => !moved.includes(token));
  put([...clause.slice(at), ...moved], dropped, denied);
  if (denying.count(taking).size > 0) put(taking, dropped, denied);
  else put(taking, leaving.count(taking).size > 0 ? dropped : kept);
}

function put(tokens: readonly Token[], ...into: readonly Set<string>[]): void {
  const words = contentWordsOf(tokens.map(({ text }) => text).join(' '));
  for (const part of into) for (const word of words) part.add(word);
}

/** From sign to sign. */
function phrasesOf(tokens: readonly Token[]): Token[][] {
  const phrases: Token[][] = [[]];
  for (const token of tokens) {
    if (sign.test(token.lower)) phrases.push([]);
    else phrases.at(-1)?.push(token);
  }
  return phrases;
}

/** The words between "from" and "to" behind a verb of moving. */
function movedIn(clause: readonly Token[]): Token[] {
  const from = clause.findIndex(({ lower }, i) => lower === 'from' && clause.slice(0, i).some(isMoving));
  const to = clause.findIndex(({ lower }, i) => i > from + 1 && lower === 'to');
  return from < 0 || to < 0 || to - from - 1 > MAX_MOVED ? [] : clause.slice(from + 1, to);
}

function isMoving({ lower }: Token): boolean {
  return moving.has(lower);
}

/** Where a clause goes from what is taken to what is left; its length where it does not. */
function partingOf(clause: readonly Token[]): number {
  const at = clause.findIndex((_, i) => i > 0 && pivotAt(clause, i) !== undefined);
  return at < 0 ? clause.length : at;
}
