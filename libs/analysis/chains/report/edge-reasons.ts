import { firstCue } from '../../features/role-cues.js';
import { tokensOf } from '../../features/tokens.js';
import { type ChainField, likeness } from '../topic/chain-field.js';
import { contentWordsOf, writtenWords } from '../text/content-words.js';
import { countedTag } from '../topic/memory-facts.js';
import type { Overlap } from '../topic/overlap.js';
import type { Link } from '../story/relations.js';
import { spanOf } from '../text/formatting.js';

const MAX_REASONS = 3;
const MAX_NAME_LENGTH = 40;
/** How much of the likeness of two texts counts beside a shared word, and the same of a cue and of nearness in time. */
const weights = { likeness: 1.5, cue: 2.5, time: 2 };

interface Reason {
  readonly text: string;
  readonly weight: number;
}

/** Why a link is thought to hold: its strongest reasons in words, at least one. */
export function whyOf(field: ChainField, link: Link): string[] {
  const { from, to, explicit } = link;
  const reasons: Reason[] = [
    ...(explicit ? [{ text: 'the metadata of one names the other', weight: Infinity }] : []),
    ...sharedReasons(field, from.place, to.place),
    ...cueReasons(field, link),
    ...likenessReasons(field, from.place, to.place),
    timeReason(field, from.place, to.place),
  ];
  return reasons
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MAX_REASONS)
    .map(({ text }) => text);
}

function sharedReasons(field: ChainField, a: number, b: number): Reason[] {
  const { tags, entities, input } = field;
  const reason = (overlap: Overlap, say: (thing: string, count: number) => string, count: (thing: string) => number) =>
    overlap
      .shared(a, b)
      .slice(0, 1)
      .map((thing) => ({ text: say(thing.slice(0, MAX_NAME_LENGTH), count(thing)), weight: overlap.weightOf(thing) }));
  const mentions = reason(
    entities,
    (name, count) => `both mention '${name}' (in ${memories(count)})`,
    (name) => input.entityCounts.get(name) ?? 2,
  );
  const tagged = reason(
    tags,
    (tag, count) => `both are tagged '${tag}' (as ${memories(count)})`,
    (tag) => input.entityCounts.get(countedTag(tag)) ?? 2,
  );
  const said = new Set(
    [...entities.shared(a, b).slice(0, 1), ...tags.shared(a, b).slice(0, 1)].flatMap((one) => [...contentWordsOf(one)]),
  );
  return [...mentions, ...tagged, ...wordReasons(field, a, b, said)];
}

/** A word that both texts hold, as the first has it, and that is not reported already. */
function wordReasons({ words, memories: all }: ChainField, a: number, b: number, said: ReadonlySet<string>): Reason[] {
  const [own, other] = [a, b].map((place) => writtenWords(all[place]?.content ?? ''));
  const word = words.shared(a, b).find((one) => own?.has(one) && other?.has(one) && !said.has(one));
  const written = word === undefined ? undefined : own?.get(word);
  if (word === undefined || written === undefined) return [];
  return [{ text: `both speak of '${written.slice(0, MAX_NAME_LENGTH)}'`, weight: words.weightOf(word) }];
}

function memories(count: number): string {
  return `${String(count)} ${count === 1 ? 'memory' : 'memories'}`;
}

function cueReasons(field: ChainField, { to }: Link): Reason[] {
  if (to.role === 'decision' && to.confidence === 0) return [];
  const phrase = firstCue(tokensOf(field.memories[to.place]?.content ?? ''), to.role);
  return phrase === undefined ? [] : [{ text: `'${phrase}' sounds like ${withArticle(to.role)}`, weight: weights.cue }];
}

function withArticle(role: string): string {
  if (role === 'evidence') return role;
  return `${/^[aeiou]/.test(role) ? 'an' : 'a'} ${role}`;
}

function likenessReasons(field: ChainField, a: number, b: number): Reason[] {
  const z = likeness(field, a, b);
  if (z < 1) return [];
  return [{ text: `the texts are alike (${z.toFixed(1)} deviations above chance)`, weight: z * weights.likeness }];
}

function timeReason({ memories: list }: ChainField, a: number, b: number): Reason {
  const ms = Math.abs((list[b]?.at ?? 0) - (list[a]?.at ?? 0));
  return {
    text: ms < 60_000 ? 'at the same time' : `${spanOf(ms)} later`,
    weight: weights.time * Math.exp(-ms / (14 * 86_400_000)),
  };
}
