import { type ChainField, likeness } from './chain-field.js';
import type { ChainDecision } from './chain-report.js';
import { contentWordsOf } from './content-words.js';
import type { Link } from './relations.js';
import { nearestSentence, withoutLabel } from './sentences.js';
import { excerptOf } from './wording.js';

const SHORT = 80;
/** Deviations above chance from which on texts without a word in common are about the same. */
const ALIKE = 1;

/** @param links that may be told as facts */
export function decisionOf(field: ChainField, hub: number, links: readonly Link[]): ChainDecision {
  const memory = field.memories[hub];
  const chosen = chosenOf(field, hub, links);
  return {
    memoryId: memory?.id ?? '',
    text: memory?.content ?? '',
    at: new Date(memory?.at ?? 0).toISOString(),
    ...(chosen === undefined ? {} : { chosen }),
    rejected: rejectedOf(field, hub, links),
  };
}

/** The option that the decision is about, as it was proposed; else what the decision says it prefers. */
function chosenOf(field: ChainField, hub: number, links: readonly Link[]): string | undefined {
  const decision = field.memories[hub]?.content ?? '';
  const said = field.memories[hub]?.features.choice?.chosen;
  const link = links.find(({ relation }) => relation === 'chosen');
  if (link === undefined) return said;
  const option = field.memories[link.from.place]?.content ?? '';
  const isAbout = link.explicit || shares(option, decision) || likeness(field, link.from.place, hub) >= ALIKE;
  if (!isAbout || (said !== undefined && !shares(said, option))) return said;
  return nearestSentence(option, contentWordsOf(said ?? decision), SHORT);
}

/** The options that were left, and what else the decision says it does not prefer. */
function rejectedOf(field: ChainField, hub: number, links: readonly Link[]): string[] {
  const options = links
    .filter(({ relation }) => relation === 'rejected')
    .map(({ from }) => field.memories[from.place]?.content ?? '');
  const others = (field.memories[hub]?.features.choice?.instead ?? []).filter(
    (one) => contentWordsOf(one).size > 0 && !options.some((option) => shares(one, option)),
  );
  return [...options.map((option) => excerptOf(withoutLabel(option), SHORT)), ...others];
}

function shares(a: string, b: string): boolean {
  const words = contentWordsOf(b);
  return [...contentWordsOf(a)].some((word) => words.has(word));
}
