import { contentWordsOf } from '../text/content-words.js';
import { goesBack, isOver } from '../text/going-back.js';
import { statementsOf } from '../text/sentences.js';
import type { ChainField } from '../topic/chain-field.js';

/** Share of the shorter text's words, rare ones counting more, that both have. */
const MIN_SHARED = 0.15;
/** What more of the memories looked at hold is an ordinary word. */
const RARE = 12;

/** Whether a memory says that a decision was taken back: in a sentence that says so, and about what was decided. */
export function takesBack({ memories, words }: ChainField, place: number, candidate: number): boolean {
  const { content: text = '', type } = memories[place] ?? {};
  const decision = memories[candidate]?.content ?? '';
  if (!statementsOf(text).some((one) => goesBack(one) || (type === 'decision' && isOver(one)))) return false;
  const weigh = (some: Iterable<string>): number => [...some].reduce((sum, word) => sum + words.rarity(word), 0);
  const [own, decided] = [contentWordsOf(text), contentWordsOf(decision)];
  const shared = [...own].filter((word) => decided.has(word) && words.countOf(word) <= RARE);
  return shared.length > 0 && weigh(shared) >= MIN_SHARED * Math.min(weigh(own), weigh(decided));
}
