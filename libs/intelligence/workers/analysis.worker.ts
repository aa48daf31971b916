import { findPatterns, type PatternOptions, type PatternReport } from '@mneme/analysis';
import { LRUCache } from 'lru-cache';
import { type FeatureRow, featureRows, type FeatureTask } from '../stored-form/feature-rows.js';
import type { PackedBytes } from '../stored-form/packed-chunk.js';
import { type StoredObservation, unpackObservations } from '../stored-form/packed-observation.js';

/** 100,000 memories of ordinary size (250 bytes packed), and what of them has just been read again; of larger ones fewer. */
const REMEMBERED_BYTES = 100_000_000;
/** What an observation takes beside its words: else the smallest would be too many. */
const OVERHEAD = 500;

/** By revision: unpacking takes a third as long as the analysis. */
const unpacked = new LRUCache<number, Unpacked>({
  maxSize: REMEMBERED_BYTES,
  sizeCalculation: ({ bytes, observations }) => bytes + OVERHEAD * (1 + observations.length),
});

/** What was made of a chunk of this number of bytes. */
interface Unpacked {
  readonly bytes: number;
  readonly observations: readonly StoredObservation[];
}

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
  const known = unpacked.get(revision) ?? { bytes: packed.byteLength, observations: unpackedByTime(packed) };
  unpacked.set(revision, known);
  return known.observations;
}

/** In the order of time, so that putting all of them in order is quick. */
function unpackedByTime(packed: Uint8Array): readonly StoredObservation[] {
  return [...unpackObservations(packed)].sort((a, b) => a.at - b.at);
}
