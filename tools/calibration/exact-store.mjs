/** A tenant's index in flat arrays: the same results as every VectorIndex, built and searched thousands of times in a run. */
import { coverageOf, totalWeight } from '../../dist/libs/retrieval/lexical/query-term.js';
import { bestPassages } from '../../dist/libs/retrieval/vector-index/best-passages.js';

export class ExactStore {
  constructor(memories, dimensions) {
    this.dimensions = dimensions;
    this.around = surroundings(memories);
    this.points = memories.flatMap((memory) => memory.points.map((point) => ({ memoryId: memory.memoryId, point })));
    this.vectors = new Float32Array(this.points.length * dimensions);
    this.postings = new Map();
    this.points.forEach(({ point }, i) => {
      this.vectors.set(point.vector, i * dimensions);
      for (const term of point.terms) {
        if (!this.postings.has(term)) this.postings.set(term, []);
        this.postings.get(term).push(i);
      }
    });
  }

  /** TermFrequencies of the store. */
  frequencies(terms) {
    return {
      points: this.points.length,
      frequencies: new Map(terms.map((term) => [term, this.postings.get(term)?.length ?? 0])),
    };
  }

  /** VectorHits of the union of both channels, and each channel's own order of memories. */
  search(vector, terms, fusion, candidates = 50) {
    const cosines = this.cosines(vector);
    const coverages = this.coverages(terms);
    const dense = this.top(cosines, candidates, () => true);
    const lexical = this.top(coverages, candidates, (i) => coverages[i] > 0);
    const wanted = new Set([...dense, ...lexical]);
    const hits = [];
    this.points.forEach(({ memoryId, point }, i) => {
      const { passage, start, end } = point;
      if (wanted.has(memoryId))
        hits.push({ memoryId, passage, start, end, cosine: cosines[i], coverage: coverages[i] });
    });
    return { dense, lexical, hits: bestPassages(hits, fusion) };
  }

  /** Surroundings of those of the hits that have any, as the records would tell them. */
  surroundings(hits) {
    return hits.flatMap(({ memoryId }) => this.around.get(memoryId) ?? []);
  }

  cosines(vector) {
    const { vectors, dimensions } = this;
    return Float32Array.from(this.points, (_, i) => {
      let sum = 0;
      for (let j = 0, k = i * dimensions; j < dimensions; j++, k++) sum += vectors[k] * vector[j];
      return sum;
    });
  }

  coverages(terms) {
    const covered = new Float32Array(this.points.length);
    for (const { term, weight } of terms) for (const i of this.postings.get(term) ?? []) covered[i] += weight;
    const total = totalWeight(terms);
    return covered.map((weight) => coverageOf(weight, total));
  }

  /** Distinct memories by their highest value. */
  top(values, count, accepts) {
    const order = Array.from(values.keys())
      .filter(accepts)
      .sort((a, b) => values[b] - values[a]);
    const ids = new Set();
    for (const i of order) {
      if (ids.size === count) break;
      ids.add(this.points[i].memoryId);
    }
    return [...ids];
  }
}

/** Map(memoryId, Surroundings): neighbours are those that are left in the store of the same session. */
function surroundings(memories) {
  const sessions = new Map();
  for (const memory of memories) {
    if (memory.session !== undefined) sessions.set(memory.session, [...(sessions.get(memory.session) ?? []), memory]);
  }
  const around = new Map();
  for (const { memoryId, speaker } of memories) if (speaker !== undefined) around.set(memoryId, { memoryId, speaker });
  for (const members of sessions.values()) {
    const ordered = members.toSorted((a, b) => a.order - b.order);
    ordered.forEach(({ memoryId, speaker }, i) => {
      around.set(memoryId, {
        memoryId,
        speaker,
        previousId: ordered[i - 1]?.memoryId,
        nextId: ordered[i + 1]?.memoryId,
      });
    });
  }
  return around;
}
