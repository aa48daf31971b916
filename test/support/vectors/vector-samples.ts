import { randomBytes, randomUUID } from 'node:crypto';
import { type TenantId, tenantId } from '@mneme/platform/ids';
import type { EmbeddingModel, IndexedMemory, IndexedPoint, VectorQuery } from '@mneme/retrieval';

const dimensions = 16;

export const sampleModel: EmbeddingModel = {
  id: 'sample@1',
  dimensions,
  lexicalWeight: 0.6,
  lexicalPower: 2,
  relevance: [0, 1, 0],
  fieldFloor: 0,
};

/** Repeatable numbers in [0, 1). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

export function newTenant(): TenantId {
  return tenantId(`contract-${randomBytes(6).toString('hex')}`);
}

/** A unit vector whose first number is the cosine to `axis()`. */
function atCosine(cosine: number): Float32Array {
  const vector = new Float32Array(dimensions);
  vector.set([cosine, Math.sqrt(1 - cosine * cosine)]);
  return vector;
}

function axis(): Float32Array {
  return atCosine(1);
}

export function randomVector(random: () => number): Float32Array {
  const vector = Float32Array.from({ length: dimensions }, () => random() + random() + random() - 1.5);
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

export function samplePoint(cosine: number, terms: number[] = [], passage = 0): IndexedPoint {
  return {
    passage,
    start: passage * 10,
    end: passage * 10 + 10,
    vector: atCosine(cosine),
    terms: Int32Array.from(terms),
  };
}

export function sampleMemory(changes: Partial<IndexedMemory> = {}): IndexedMemory {
  const createdAt = new Date('2026-01-01T00:00:00Z');
  const base = {
    memoryId: randomUUID(),
    version: 1,
    type: 'semantic',
    tags: [],
    attributes: [],
    createdAt,
    occurredAt: createdAt,
    expiresAt: null,
    points: [samplePoint(0.5)],
  };
  return { ...base, ...changes };
}

/** Terms are given as id: weight. */
export function sampleQuery(changes: Partial<VectorQuery> = {}, weights: Record<number, number> = {}): VectorQuery {
  const terms = Object.entries(weights).map(([term, weight]) => ({ term: Number(term), weight, frequency: 1 }));
  return { vector: axis(), terms, lexicalWeight: 0.6, lexicalPower: 2, filter: {}, candidates: 50, ...changes };
}
