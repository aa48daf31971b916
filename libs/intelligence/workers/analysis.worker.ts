import { findPatterns, type PatternOptions, type PatternReport } from '@mneme/analysis';
import { LRUCache } from 'lru-cache';
import { type FeatureRow, featureRows, type FeatureTask } from '../stored-form/feature-rows.js';
import type { PackedBytes } from '../stored-form/packed-chunk.js';
import { type StoredObservation, unpackObservations } from '../stored-form/packed-observation.js';

/** 100,000 memories of ordinary size (250 bytes packed), and what of them has just been read again; of larger ones fewer. */
const REMEMBERED_BYTES = 100_000_000;
const ID_BYTES = 16;
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
  /** Only these memories: their UUIDs in 16 bytes each. */
  readonly only?: Uint8Array | undefined;
  /** Memories whose time is over. */
  readonly expired: Uint8Array;
  readonly options: PatternOptions;
}

/** Task `patterns`. */
export function patterns({ chunks, asOf, only, expired, options }: PatternTask): PatternReport {
  const observations = chunks.toReversed().flatMap(observationsOf);
  const counts = [
    ...(asOf === Infinity ? [] : [({ createdAt }: StoredObservation) => createdAt <= asOf]),
    ...(only === undefined ? [] : [isAmong(only)]),
    ...(expired.length === 0 ? [] : [isOutside(expired)]),
  ];
  return findPatterns(
    counts.length === 0 ? observations : observations.filter((each) => counts.every((count) => count(each))),
    options,
  );
}

type Rule = (observation: StoredObservation) => boolean;

function isAmong(packed: Uint8Array): Rule {
  const ids = new Set<string>();
  for (let at = 0; at < packed.length; at += ID_BYTES) {
    ids.add(Buffer.from(packed.buffer, packed.byteOffset + at, ID_BYTES).toString('hex'));
  }
  return ({ id }) => ids.has(id.replaceAll('-', ''));
}

function isOutside(packed: Uint8Array): Rule {
  const isIn = isAmong(packed);
  return (observation) => !isIn(observation);
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
