import { functionWords } from '../../features/function-words.js';
import { feelingOf } from '../../features/role-cues.js';
import { tokensOf } from '../../features/tokens.js';
import { isGeneric } from '../../features/word-runs.js';
import type { Item } from '../types/item.js';

/** "Watered", "estimated": what somebody did says little without what it was done to. Not "seed", "speed", "shed". */
const ACTION = /^\p{L}{2,}[^e]ed$/u;

/** Whether a name expresses a feeling by itself: happy, burned-out. */
export function isFeelingName(name: string): boolean {
  return feelingOf(tokensOf(name.replaceAll(/[-_]/g, ' '))).valence !== 0;
}

/**
 * Whether an item can be a subject. Tags always are: somebody chose them. A word, or one that looked like a name because
 * a sentence began with it, is none where it is a feeling, which moods tell of, an action, or a word that says nothing of what a text is about.
 */
export function isSubject({ kind, name }: Pick<Item, 'kind' | 'name'>): boolean {
  if (kind !== 'word' && kind !== 'entity') return true;
  const [first = ''] = name.split(' ');
  if (ACTION.test(name) || isGeneric(name) || (first !== name && functionWords.has(first))) return false;
  return !isFeelingName(name);
}
