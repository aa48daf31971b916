import { findPatterns, type PatternOptions, type PatternReport } from '@mneme/analysis';
import { type FeatureRow, featureRows, type FeatureTask } from './feature-rows.js';
import { unpackObservations } from './packed-observation.js';

/** Task `features`: what is stored of memories beside the index. */
export function features(task: FeatureTask): FeatureRow[] {
  return featureRows(task);
}

/** A tenant's memories as they are stored, and what to look for. */
export interface PatternTask {
  readonly chunks: readonly Uint8Array[];
  /** Memories stored later are left out; milliseconds since 1970 UTC. */
  readonly asOf: number;
  readonly options: PatternOptions;
}

/** Task `patterns`. */
export function patterns({ chunks, asOf, options }: PatternTask): PatternReport {
  const observations = chunks.flatMap((chunk) => [...unpackObservations(chunk)]);
  return findPatterns(
    observations.filter(({ createdAt }) => createdAt <= asOf),
    options,
  );
}
