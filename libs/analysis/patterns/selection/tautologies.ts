import { weekdayIn } from '../calendar/weekday-names.js';
import type { FamilyRun } from '../families/family-run.js';
import { isNestedName, wordsOfName } from '../items/item-words.js';
import { isFeelingName } from '../items/telling-names.js';
import type { Candidate } from '../types/candidate.js';
import type { Item } from '../types/item.js';

/** Why a finding says nothing: its words say it, or one memory says it. */
export type Tautology = 'same_words' | 'one_memory';

/**
 * What holds by the meaning of the words, or by how single memories are labelled, and so is no regularity. It is taken out
 * before the false-discovery rate is computed: tautologies have the smallest p of all, and would let others pass.
 */
export function tautologyOf(candidate: Candidate): Tautology | undefined {
  const [first, second] = candidate.items;
  if (first === undefined) return undefined;
  if (second === undefined) return saysItself(candidate, first.name) ? 'same_words' : undefined;
  if (isNestedName(first.name, second.name) || sharesWord(first, second)) return 'same_words';
  return isLabel(candidate, first, second) ? 'one_memory' : undefined;
}

/** Leaves tautologies out of what a family found, and counts them by reason. */
export function dropTautologies(run: FamilyRun): void {
  const counts = new Map<Tautology, number>();
  run.keep((candidate) => {
    const reason = tautologyOf(candidate);
    if (reason !== undefined) counts.set(reason, (counts.get(reason) ?? 0) + 1);
    return reason === undefined;
  });
  for (const [reason, count] of counts) run.suppressed.push({ reason, count });
}

/**
 * Two phrases of the texts that have a word in common: "cold water" and "cold feet" are both there in the weeks in which
 * it is cold. Tags that share a word are not: somebody chose both.
 */
function sharesWord(a: Item, b: Item): boolean {
  if (a.kind !== 'word' || b.kind !== 'word') return false;
  const words = wordsOfName(a.name);
  return wordsOfName(b.name).some((word) => words.includes(word));
}

/** What is called happy goes with feeling good; what is called Monday standup falls on Mondays. */
function saysItself({ family, params }: Candidate, name: string): boolean {
  if (family === 'emotion') return isFeelingName(name);
  return family === 'routine' && params['weekday'] !== undefined && weekdayIn(name) === params['weekday'];
}

/**
 * A tag goes with a name in the texts that it labels, a word with the words around it, and a narrow tag with the broad
 * one that is always beside it (swimming, and sport). None is more than how single memories are written and filed.
 * Two tags that somebody gave are, where each is there without the other too.
 */
function isLabel({ family, params }: Candidate, a: Item, b: Item): boolean {
  if (family !== 'association' || params['together'] !== 'memory') return false;
  return a.kind !== 'tag' || b.kind !== 'tag' || isWithin(a, b) || isWithin(b, a);
}

/** Whether every memory of the first is one of the second. */
function isWithin(a: Item, b: Item): boolean {
  const memories = new Set(b.memories);
  return a.memories.every((memory) => memories.has(memory));
}
