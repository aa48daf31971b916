import type { ChainInput } from '../types/chain-input.js';
import type { ChainWeights } from '../weights/chain-weights.js';
import { countedTag, factsOf } from './memory-facts.js';
import { Overlap } from './overlap.js';
import { Pairs } from './pairs.js';
import { deviations, type TopicField, topicFieldOf } from './topic-field.js';

/** A `TopicField`, and what its memories have in common. */
export interface ChainField extends TopicField {
  /** As common as in the tenant. */
  readonly tags: Overlap;
  readonly entities: Overlap;
  readonly pairs: Pairs;
}

export function fieldOf(given: ChainInput, weights: ChainWeights): ChainField {
  const field = topicFieldOf(given, weights);
  const { memories, words } = field;
  const { tenantSize, entityCounts } = field.input;
  const held = (kind: 'tags' | 'entities') => memories.map((memory) => factsOf(memory)[kind]);
  const tags = new Overlap(held('tags'), tenantSize, (tag) => entityCounts.get(countedTag(tag)));
  const entities = new Overlap(held('entities'), tenantSize, (entity) => entityCounts.get(entity));
  const vectors = memories.map(({ vector }) => vector);
  return { ...field, tags, entities, pairs: new Pairs(vectors, { tags, entities, words }) };
}

/** How like two texts are, in deviations of the tenant's background. */
export function likeness({ input, pairs }: ChainField, a: number, b: number): number {
  return deviations(input, pairs.cosine(a, b));
}

/** Whether metadata joins two memories, in either direction. */
export function linked(field: ChainField, a: number, b: number): boolean {
  return linkedTo(field, a).has(b);
}

/** Places of the memories that metadata joins to one, in either direction. */
export function linkedTo({ memories, places, linksTo }: ChainField, place: number): Set<number> {
  const named = memories[place]?.links.flatMap(({ to }) => places.get(to) ?? []) ?? [];
  const naming = linksTo.get(place)?.map(({ from }) => from) ?? [];
  return new Set([...named, ...naming].filter((other) => other !== place));
}
