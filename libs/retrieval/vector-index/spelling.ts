import type { TenantId } from '@mneme/platform/ids';
import { LRUCache } from 'lru-cache';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { termOf } from '../lexical/analyzer.js';
import { nearSpellings } from '../lexical/near-spellings.js';
import type { QueryWord } from '../lexical/query-words.js';
import { termHash } from '../lexical/term-hash.js';
import type { TermStatistics } from './term-statistics.js';
import type { VectorIndex } from './vector-index.js';

/** A long query of unknown words is no slip. */
const MAX_CORRECTIONS = 3;
/** Half: a word that resembles what was meant is a weaker sign than the word itself. */
const CERTAINTY = 0.5;
/** How likely the other word is meant: a letter too many or too few, or two swapped, is what fingers do. */
const LIKENESS = 0.9;
/** Another letter makes another word as often. */
const REPLACED_LIKENESS = 0.6;
/** And of a name nearly always another name: Lara is not Sara. */
const REPLACED_NAME_LIKENESS = 0.1;
/** Three words of 24 letters have 3,800, and to stem and hash them all takes 6 to 20 ms of the event loop. */
const SPELLINGS_A_TURN = 256;
const remembered = { max: 10_000, ttl: 60_000 };

/** `null`: nothing of the tenant is spelled like it. */
type Answer = { readonly word: string; readonly term: number } | null;

/**
 * Finds for a word that none of a tenant's memories has the one that is spelled almost the same. Every near spelling is
 * looked up among the terms of the index, so nothing has to be kept for it, and a deleted memory leaves no word behind.
 */
export class Spelling {
  private readonly answers = new LRUCache<string, { readonly answer: Answer }>(remembered);

  constructor(
    private readonly index: VectorIndex,
    private readonly statistics: TermStatistics,
  ) {}

  /**
   * The words, the unknown ones replaced by a near one where the tenant has any. A common English word is taken as it is
   * meant, unless it is written as a name or the tenant knows no other word of the query.
   *
   * @param frequencies as they are now where they are 0, as TermStatistics tells them: a remembered answer is not asked
   * whether the word itself has been stored since
   */
  async corrected(
    tenantId: TenantId,
    words: readonly QueryWord[],
    frequencies: ReadonlyMap<number, number>,
  ): Promise<readonly QueryWord[]> {
    const unknown = words.filter(({ role, term }) => role !== 'date' && (frequencies.get(term) ?? 0) === 0);
    const doubtful = unknown.length === words.length ? unknown : unknown.filter(({ mayBeSlip }) => mayBeSlip);
    const looked = doubtful.slice(0, MAX_CORRECTIONS);
    const found = await Promise.all(looked.map(async (word) => [word, await this.near(tenantId, word)] as const));
    const near = new Map(found);
    return distinct(
      words.map((word) => {
        const answer = near.get(word);
        if (!answer) return word;
        const standIn = { certainty: word.certainty * CERTAINTY, likeness: likenessOf(word, answer.word) };
        return { ...word, ...answer, ...standIn, instead: word.word };
      }),
    );
  }

  /** Nothing is known of the tenant any more. */
  forget(tenantId: TenantId): void {
    for (const key of [...this.answers.keys()]) if (key.startsWith(`${tenantId} `)) this.answers.delete(key);
  }

  private async near(tenantId: TenantId, { word, term }: QueryWord): Promise<Answer> {
    const key = `${tenantId} ${word}`;
    const known = this.answers.get(key);
    if (known !== undefined) return known.answer;
    const answer = await this.lookUp(tenantId, word, term);
    this.answers.set(key, { answer });
    return answer;
  }

  /** The most frequent near spelling. */
  private async lookUp(tenantId: TenantId, word: string, term: number): Promise<Answer> {
    const spellings = await spellingsOf(word, term);
    if (spellings.size === 0) return null;
    const held = await this.index.heldTerms(tenantId, [...spellings.keys()]);
    const { frequencies } = await this.statistics.frequencies(tenantId, held);
    const [best] = held.toSorted((a, b) => (frequencies.get(b) ?? 0) - (frequencies.get(a) ?? 0) || a - b);
    return best === undefined ? null : { word: spellings.get(best) ?? word, term: best };
  }
}

/** @param near one slip away from the word */
function likenessOf({ word, isName = false }: QueryWord, near: string): number {
  const isSwap = [...word].sort().join('') === [...near].sort().join('');
  if (word.length !== near.length || isSwap) return LIKENESS;
  return isName ? REPLACED_NAME_LIKENESS : REPLACED_LIKENESS;
}

/** The near spellings of a word by their terms, without its own. */
async function spellingsOf(word: string, term: number): Promise<ReadonlyMap<number, string>> {
  const spellings = new Map<number, string>();
  for (const [i, near] of nearSpellings(word).entries()) {
    if (i % SPELLINGS_A_TURN === SPELLINGS_A_TURN - 1) await nextTurn();
    const id = termHash(termOf(near));
    if (id !== term && !spellings.has(id)) spellings.set(id, near);
  }
  return spellings;
}

/** Each term once, as the query has it before as it may have been meant: an index takes no term twice. */
function distinct(words: readonly QueryWord[]): readonly QueryWord[] {
  const surest = words.toSorted((a, b) => b.certainty - a.certainty);
  const kept = new Map(surest.toReversed().map((word) => [word.term, word]));
  return words.filter((word) => kept.get(word.term) === word);
}
