import { pivotAt } from '../features/choice.js';
import { PhraseBook } from '../features/phrase-book.js';
import { clausesOf } from '../features/role-cues.js';
import { type Token, tokensOf } from '../features/tokens.js';
import { contentWordsOf } from './content-words.js';

const left = new PhraseBook({
  left: `not | none | nobody | against | no | nor | neither | without | instead of | rather than | over budget | out | lost | lose | loses | dropped | declined | turned down | rejected | ruled out | off the table | off the list | passed on
    goodbye | stays where | stay where | gathering dust | can wait | struck | crossed | too expensive | too far | dearer | never mind | forget | gone | crosses | won't | isn't | aren't | didn't | doesn't | don't | no more | away from | less`,
});

/**
 * Words of a decision in clauses that take something, and in those that leave something; of a clause that does both ("the
 * canoe over the boat", "instead of mending it") the words before and behind.
 */
export function decisionParts(content: string): { readonly kept: Set<string>; readonly dropped: Set<string> } {
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

/** Where a clause goes from what is taken to what is left; its length where it does not. */
function partingOf(clause: readonly Token[]): number {
  const at = clause.findIndex((_, i) => i > 0 && pivotAt(clause, i) !== undefined);
  return at < 0 ? clause.length : at;
}
