import { findPatterns, type PatternOptions, type PatternReport } from '@mneme/analysis';
import { LRUCache } from 'lru-cache';
import { type FeatureRow, featureRows, type FeatureTask } from './feature-rows.js';
import type { PackedBytes } from './packed-chunk.js';
import { type StoredObservation, unpackObservations } from './packed-observation.js';

/** The largest tenant whose memories are all analysed, and what of it has just been read anew. */
const REMEMBERED_OBSERVATIONS = 120_000;

/** By revision: unpacking takes a third as long as the analysis. */
const unpacked = new LRUCache<number, readonly StoredObservation[]>({
  maxSize: REMEMBERED_OBSERVATIONS,
  sizeCalculation: ({ length }) => Math.max(1, length),
});

/** Task `features`: what is stored of memories beside the index. */
export function features(task: FeatureTask): FeatureRow[] {
  return featureRows(task);
}

/** A tenant's memories as they are stored, and what to look for. */
export interface PatternTask {
  /** The newest first. */
  readonly chunks: readonly PackedBytes[];
  /** Memories stored later are left out; milliseconds since 1970 UTC. */
  readonly asOf: number;
  readonly options: PatternOptions;
}

/** Task `patterns`. */
export function patterns({ chunks, asOf, options }: PatternTask): PatternReport {
  const observations = chunks.toReversed().flatMap(observationsOf);
  return findPatterns(
    asOf === Infinity ? observations : observations.filter(({ createdAt }) => createdAt <= asOf),
    options,
  );
}

function observationsOf({ packed, revision }: PackedBytes): readonly StoredObservation[] {
  if (revision === undefined) return unpackedByTime(packed);
  const known = unpacked.get(revision) ?? unpackedByTime(packed);
  unpacked.set(revision, known);
  return known;
}

/** In the order of time, so that putting all of them in order is quick. */
function unpackedByTime(packed: Uint8Array): readonly StoredObservation[] {
  return [...unpackObservations(packed)].sort((a, b) => a.at - b.at);
}
