import { ROLES } from '../../features/role.js';
import { type AskedDecisions, askedDecisions } from './requested-decision.js';
import { centredInput } from './centred-input.js';
import type { ChainInput, ChainMemory } from '../types/chain-input.js';
import type { ChainWeights } from '../weights/chain-weights.js';
import { topicTermsOf } from '../text/content-words.js';
import { dots } from '../model/dot-product.js';
import { isNamedDecision, type LinksTo, linksToOf } from './explicit-links.js';
import { factsOf } from './memory-facts.js';
import { Overlap } from './overlap.js';
import { possibleOf } from './possible-signals.js';
import { rolesOf } from '../roles/role-classifier.js';
import { meaningOf } from './topic-meaning.js';
import { usableOf } from './usable-memories.js';

/** The memories of a request in their canonical order, and what each is beside the topic. Memories are told by their place. */
export interface TopicField {
  /** What is looked at of what was given, as it is seen from the tenant's centre. */
  readonly input: ChainInput;
  readonly weights: ChainWeights;
  /** Those of `input`: by event time, time of storing, id. */
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
  readonly linksTo: LinksTo;
  readonly asked: AskedDecisions;
}

const CERTAIN = 0.98;
const NAMED_DECISION = ROLES.map((role) =>
  Math.log(role === 'decision' ? CERTAIN : (1 - CERTAIN) / (ROLES.length - 1)),
);

export function topicFieldOf(given: ChainInput, weights: ChainWeights): TopicField {
  const { input: usable, copies } = usableOf(given);
  const input = centredInput(usable);
  const { memories } = input;
  const topicTerms = topicTermsOf(input.topic.text);
  const words = new Overlap(
    memories.map((memory) => factsOf(memory).words),
    memories.length,
  );
  const places = new Map(memories.map(({ id }, place) => [id, place]));
  const links = linksToOf(memories, places);
  const field = {
    input,
    weights,
    memories,
    copies,
    toTopic: toTopicOf(input),
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
  return withAsked({ ...field, possible: possibleOf(field) });
}

function toTopicOf(input: ChainInput): Float64Array {
  const vectors = input.memories.map(({ vector }) => vector);
  return dots(input.topic.vector, vectors).map((cosine) => deviations(input, cosine));
}

function withAsked(field: Omit<TopicField, 'asked'>): TopicField {
  const asked = askedDecisions(field);
  const possible = field.possible.map((odds, place) => odds + (asked.evidence.get(place) ?? 0));
  return { ...field, asked, possible };
}

/** A cosine in deviations of the tenant's background. */
export function deviations({ background }: Pick<ChainInput, 'background'>, cosine: number): number {
  return (cosine - background.mean) / background.deviation;
}
