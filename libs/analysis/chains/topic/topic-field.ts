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
import { usableOf } from './usable-memories.js';

/** The memories of a request in their canonical order, and what each is beside the topic. Memories are identified by their place. */
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

/** Deviations above the other memories beyond which a memory is no more about a word than others are. */
const MAX = 6;

/** How much each memory is about each word of a topic, in deviations from the memories looked at and the roles' sentences; a row a word. */
function meaningOf({ topic, prototypes }: ChainInput, memories: readonly ChainMemory[]): Float64Array[] {
  const vectors = memories.map(({ vector }) => vector);
  const others = Object.values(prototypes).flat();
  return topic.words.map(({ vector }) => {
    const own = dots(vector, vectors);
    const cosines = [...own, ...dots(vector, others)];
    const mean = cosines.reduce((sum, value) => sum + value, 0) / Math.max(1, cosines.length);
    const variance = cosines.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, cosines.length);
    const deviation = Math.max(Math.sqrt(variance), 0.01);
    return own.map((value) => Math.max(0, Math.min((value - mean) / deviation, MAX)));
  });
}
