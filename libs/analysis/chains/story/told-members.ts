import { bySize } from '../model/tenant-size-interpolation.js';
import { type ChainField, linked } from '../topic/chain-field.js';
import { MAX_COUNTED } from '../types/chain-input.js';
import { takesBack } from './taken-back.js';
import type { Overlap } from '../topic/overlap.js';
import type { Member, Story } from './chain-assignment.js';

/**
 * From this probability of belonging on, a memory is reported as part of a story: one that shares something rare with the
 * decision, and any other, which in a large tenant is more often a stranger (ADR 75).
 */
const RELATED = { small: 0.6, large: 0.7 };
const UNRELATED = { small: 0.6, large: 0.9 };
/** What more memories than this share of all hold is not rare; in a small tenant, what more than so many hold. */
const RARE_SHARE = 0.04;
const RARE = 20;
/** One word is shared by chance. */
const MIN_WORDS = 2;

/** From this probability on, a memory that is not told is possible; so many at most. */
export const MIN_POSSIBLE = 0.2;
const MAX_POSSIBLE = 20;

/** A story as it is reported, and what may belong to it as well. */
export interface ToldStory {
  readonly story: Story;
  /** The likeliest first. */
  readonly possible: readonly Member[];
}

/** Parts what surely belongs to a decision from what only may: metadata that joins the two makes it sure. */
export function toldOf(field: ChainField, story: Story): ToldStory {
  const { candidate, members } = story;
  const [related, unrelated] = [RELATED, UNRELATED].map((least) => bySize(least, field.input.tenantSize)) as [
    number,
    number,
  ];
  const isTold = ({ place, role, share }: Member): boolean => {
    if (place === candidate || linked(field, place, candidate)) return true;
    if (role === 'reversal' && !takesBack(field, place, candidate)) return false;
    return share >= unrelated || (share >= related && sharesRare(field, place, candidate));
  };
  const told = members.filter(isTold);
  const possible = members
    .filter((member) => !told.includes(member))
    .sort((a, b) => b.share - a.share || a.place - b.place);
  return { story: { ...story, members: told }, possible: possible.slice(0, MAX_POSSIBLE) };
}

/** Whether two memories share a name, a tag or some words that few memories hold. */
export function sharesRare({ tags, entities, words, input, memories }: ChainField, a: number, b: number): boolean {
  const rare = (overlap: Overlap, size: number): number => {
    // Names and tags are counted no further.
    const most = Math.min(Math.max(RARE, RARE_SHARE * size), MAX_COUNTED - 1);
    return overlap.shared(a, b).filter((thing) => overlap.countOf(thing) <= most).length;
  };
  const { tenantSize } = input;
  return rare(tags, tenantSize) + rare(entities, tenantSize) > 0 || rare(words, memories.length) >= MIN_WORDS;
}
