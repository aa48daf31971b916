import type { LinkKind } from '../features/memory-features.js';
import { ROLES } from '../features/role.js';
import { centredInput } from './centred-input.js';
import type { ChainInput, ChainMemory } from './chain-input.js';
import type { ChainWeights } from './chain-weights.js';
import { topicTermsOf } from './content-words.js';
import { dots } from './dot-product.js';
import { factsOf } from './memory-facts.js';
import { Overlap } from './overlap.js';
import { possibleOf } from './possible-signals.js';
import { rolesOf } from './text-roles.js';
import { meaningOf } from './topic-meaning.js';
import { usableOf } from './usable-memories.js';

/** The memories of a request in their canonical order, and what each is beside the topic. Memories are told by their place. */
export interface TopicField {
  /** What is looked at of what was given, as it is seen from the tenant's centre. */
  readonly input: ChainInput;
  readonly weights: ChainWeights;
  /** Those of `input`: by event time, then content, then id. */
  readonly memories: readonly ChainMemory[];
  /** Memories left out because they repeat the text of another. */
  readonly copies: number;
  /** Likeness to the topic, in deviations of the tenant's background. */
  readonly toTopic: Float64Array;
  /** The topic's words, and their weights in each memory. */
  readonly topicTerms: ReadonlySet<string>;
  readonly topicWords: Float64Array;
  /** How much each memory is about each of the topic's words; see `meaningOf`. */
  readonly meaning: readonly Float64Array[];
  /** Logarithms of the probabilities of `ROLES`, from each text alone. */
  readonly roles: readonly (readonly number[])[];
  /** Log odds of each memory being the decision asked for, by itself. */
  readonly possible: Float64Array;
  /** As common as among these memories. */
  readonly words: Overlap;
  readonly places: ReadonlyMap<string, number>;
  /** Metadata links by the place that they lead to. */
  readonly linksTo: ReadonlyMap<number, readonly LinkFrom[]>;
}

const CERTAIN = 0.98;
const NAMED_DECISION = ROLES.map((role) =>
  Math.log(role === 'decision' ? CERTAIN : (1 - CERTAIN) / (ROLES.length - 1)),
);

export interface LinkFrom {
  readonly from: number;
  readonly kind: LinkKind;
}

export function topicFieldOf(given: ChainInput, weights: ChainWeights): TopicField {
  const { input: usable, copies } = usableOf(given);
  const input = centredInput(usable);
  const { memories } = input;
  const topicTerms = topicTermsOf(input.topic.text);
  const vectors = memories.map(({ vector }) => vector);
  const words = new Overlap(
    memories.map((memory) => factsOf(memory).words),
    memories.length,
  );
  const places = new Map(memories.map(({ id }, place) => [id, place]));
  const links = linksTo(memories, places);
  const field = {
    input,
    weights,
    memories,
    copies,
    toTopic: dots(input.topic.vector, vectors).map((cosine) => deviations(input, cosine)),
    topicTerms,
    topicWords: words.with(topicTerms),
    meaning: meaningOf(input, memories),
    roles: memories.map((memory, place) =>
      isNamedDecision(links, place) ? NAMED_DECISION : rolesOf(memory, input, weights),
    ),
    words,
    places,
    linksTo: links,
  };
  return { ...field, possible: possibleOf(field) };
}

/** Whether metadata of another memory calls this one a decision. */
export function isNamedDecision(links: ReadonlyMap<number, readonly LinkFrom[]>, place: number): boolean {
  return links.get(place)?.some(({ kind }) => kind === 'decisionId' || kind === 'supersedes') ?? false;
}

/** A cosine in deviations of the tenant's background. */
export function deviations({ background }: Pick<ChainInput, 'background'>, cosine: number): number {
  return (cosine - background.mean) / background.deviation;
}

function linksTo(memories: readonly ChainMemory[], places: ReadonlyMap<string, number>): Map<number, LinkFrom[]> {
  const found = new Map<number, LinkFrom[]>();
  memories.forEach(({ links }, from) => {
    for (const { kind, to } of links) {
      const place = places.get(to);
      if (place !== undefined && place !== from) found.set(place, [...(found.get(place) ?? []), { from, kind }]);
    }
  });
  return found;
}
