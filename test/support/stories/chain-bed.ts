import {
  backgroundOf,
  type ChainInput,
  type ChainMemory,
  countedTag,
  extractFeatures,
  PROTOTYPE_SENTENCES,
  type Role,
  type RolePrototypes,
  topicWordsOf,
} from '@mneme/analysis';

const DIMENSIONS = 128;
const DAY_MS = 86_400_000;
const START = Date.UTC(2026, 0, 5, 9);

/** A memory to be made: day after the first, text, type, tags. */
export interface Told {
  readonly id: string;
  readonly day: number;
  readonly text: string;
  readonly type?: string;
  readonly tags?: readonly string[];
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** What a service would hand to `reconstructChains`, with vectors of words instead of a model's. */
export function chainInput(topic: string, told: readonly Told[], relevant: (text: string) => number): ChainInput {
  const ids = new Set(told.map(({ id }) => id));
  const memories = told.map((one) => memoryOf(one, ids, relevant(one.text)));
  const canonical = [...memories].sort((a, b) => a.at - b.at || (a.content < b.content ? -1 : 1));
  const counts = new Map<string, number>();
  for (const { tags, features } of memories) {
    for (const thing of new Set([...features.entities, ...tags.map(countedTag)])) {
      counts.set(thing, (counts.get(thing) ?? 0) + 1);
    }
  }
  return {
    topic: {
      text: topic,
      vector: vectorOf(topic),
      words: topicWordsOf(topic).map((word) => ({ word, vector: vectorOf(word) })),
    },
    memories,
    background: backgroundOf(
      canonical.map(({ vector }) => vector),
      prototypes(),
    ),
    prototypes: prototypes(),
    tenantSize: memories.length,
    entityCounts: counts,
    asOf: START + 400 * DAY_MS,
  };
}

function memoryOf(
  { id, day, text, type = 'episodic', tags = [], metadata = {} }: Told,
  ids: ReadonlySet<string>,
  relevance: number,
): ChainMemory {
  const createdAt = new Date(START + day * DAY_MS);
  const features = extractFeatures({ content: text, type, tags, metadata, createdAt });
  return {
    id,
    at: features.eventTime,
    storedAt: createdAt.getTime(),
    type,
    content: text,
    importance: 0.5,
    tags,
    features,
    vector: vectorOf(text),
    relevance,
    links: features.links.filter(({ to }) => ids.has(to)),
  };
}

/** The sum of a fixed direction a word, of length 1. */
function vectorOf(text: string): Float32Array {
  const vector = new Float32Array(DIMENSIONS);
  for (const [word] of text.toLowerCase().matchAll(/\p{L}{3,}/gu)) addDirection(vector, word);
  vector[0] = (vector[0] ?? 0) + 0.5;
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

function addDirection(vector: Float32Array, word: string): void {
  let state = 2_166_136_261;
  for (const character of word) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16_777_619);
  for (let i = 0; i < vector.length; i++) {
    state = Math.imul(state ^ (state >>> 15), 2_246_822_519) + i;
    vector[i] = (vector[i] ?? 0) + ((state >>> 16) & 1 ? 1 : -1);
  }
}

function prototypes(): RolePrototypes {
  const entries = Object.entries(PROTOTYPE_SENTENCES).map(([role, sentences]) => [role, sentences.map(vectorOf)]);
  return Object.fromEntries(entries) as Record<Role, Float32Array[]>;
}
