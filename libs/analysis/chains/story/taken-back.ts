import { firstCue } from '../../features/role-cues.js';
import { tokensOf } from '../../features/tokens.js';
import type { ChainField } from '../topic/chain-field.js';
import { contentWordsOf } from '../text/content-words.js';

/** Share of the shorter text's words, rare ones counting more, that both have. */
const MIN_SHARED = 0.15;
/** What more of the memories looked at hold is an ordinary word. */
const RARE = 12;
/** "Not cancelled", "never called off". */
const denial = /^(?:not|never|no|neither|nor|without|hardly|.*n't)$/;
/** How far before a word of going back a denial of it stands. */
const REACH = 3;

/** Whether a memory says that a decision was taken back: in words of going back, about what was decided. */
export function takesBack({ memories, words }: ChainField, place: number, candidate: number): boolean {
  const text = memories[place]?.content ?? '';
  if (!goesBack(text)) return false;
  const weigh = (some: Iterable<string>): number => [...some].reduce((sum, word) => sum + words.rarity(word), 0);
  const [own, decided] = [contentWordsOf(text), contentWordsOf(memories[candidate]?.content ?? '')];
  const shared = [...own].filter((word) => decided.has(word) && words.countOf(word) <= RARE);
  return shared.length > 0 && weigh(shared) >= MIN_SHARED * Math.min(weigh(own), weigh(decided));
}

function goesBack(text: string): boolean {
  const tokens = tokensOf(text);
  const phrase = firstCue(tokens, 'reversal');
  if (phrase === undefined) return false;
  const [first = ''] = tokensOf(phrase).map(({ lower }) => lower);
  const at = tokens.findIndex((token, i) => token.lower === first && firstCue(tokens.slice(i), 'reversal') === phrase);
  return !tokens.slice(Math.max(0, at - REACH), at).some(({ lower }) => denial.test(lower));
}
