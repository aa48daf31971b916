import { LRUCache } from 'lru-cache';
import type { Background, ChainInput, RolePrototypes } from '../types/chain-input.js';

/** Tenants whose vectors are kept as they look from their centres. */
const MAX = 4;
/** Numbers of a centre that tell it from others, beside what was measured from it. */
const TOLD_BY = 4;

/** Made once a vector, and the same object from then on: cosines are remembered by the objects compared. */
class Centred {
  private readonly vectors = new WeakMap<Float32Array, Float32Array>();
  private readonly prototypes = new WeakMap<RolePrototypes, RolePrototypes>();

  constructor(private readonly centre: Float32Array) {}

  of(vector: Float32Array): Float32Array {
    const known = this.vectors.get(vector) ?? centredOn(this.centre, vector);
    this.vectors.set(vector, known);
    return known;
  }

  ofAll(prototypes: RolePrototypes): RolePrototypes {
    const known = this.prototypes.get(prototypes) ?? this.made(prototypes);
    this.prototypes.set(prototypes, known);
    return known;
  }

  private made(prototypes: RolePrototypes): RolePrototypes {
    const entries = Object.entries(prototypes).map(([role, vectors]) => [role, vectors.map((one) => this.of(one))]);
    return Object.fromEntries(entries) as RolePrototypes;
  }
}

const known = new LRUCache<string, Centred>({ max: MAX });

/**
 * An input whose vectors are directions from the tenant's centre. Embeddings point all in much the same direction (with the
 * built-in model cosines of unrelated notes are .45); what they share tells nothing, and hides what they say: of stories by
 * other hands the memories of one are found among the nearest of its decision half again as often without it (ADR 61).
 */
export function centredInput(input: ChainInput): ChainInput {
  const { background, topic, memories, prototypes } = input;
  const centred = centredBy(background);
  return {
    ...input,
    topic: {
      ...topic,
      vector: centred.of(topic.vector),
      words: topic.words.map(({ word, vector }) => ({ word, vector: centred.of(vector) })),
    },
    memories: memories.map((memory) => ({ ...memory, vector: centred.of(memory.vector) })),
    prototypes: centred.ofAll(prototypes),
  };
}

/** The direction of a vector as seen from a centre, of length 1. */
export function centredOn(centre: Float32Array, vector: Float32Array): Float32Array {
  const seen = vector.map((value, i) => value - (centre[i] ?? 0));
  const length = Math.sqrt(seen.reduce((sum, value) => sum + value * value, 0)) || 1;
  return seen.map((value) => value / length);
}

/** A background comes from another thread as another object: what it measured tells it from others. */
function centredBy({ centre, mean, deviation }: Background): Centred {
  const key = [mean, deviation, ...centre.subarray(0, TOLD_BY)].join(' ');
  const before = known.get(key) ?? new Centred(centre);
  known.set(key, before);
  return before;
}
