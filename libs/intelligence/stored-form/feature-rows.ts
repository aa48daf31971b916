import { createHash } from 'node:crypto';
import {
  extractFeatures,
  FEATURES_VERSION,
  READ_CHARACTERS,
  type FeatureSource,
  type MemoryFeatures,
  spellingsOf,
  tokensOf,
  wordRunsOf,
} from '@mneme/analysis';
import { mentionOfEntity } from './mention.hash.js';
import { packObservation } from './packed-observation.js';
import { sketchOf } from './vector-sketch.js';

/** Of the form of `packed` and of the sketches in it, and of the buckets. */
const PACKING_VERSION = 5;
/** Rows of another version are computed again. */
export const STORED_VERSION = FEATURES_VERSION * 1_000 + PACKING_VERSION;

/** A memory of which features are wanted. */
export interface FeatureDocument extends FeatureSource {
  readonly id: string;
  readonly version: number;
  readonly importance: number;
}

/** Memories, and their vectors one behind the other in the same order. */
export interface FeatureTask {
  readonly documents: readonly FeatureDocument[];
  readonly vectors: Float32Array;
}

/** A row of memory_features, and who is mentioned. */
export interface FeatureRow {
  readonly memoryId: string;
  readonly version: number;
  readonly eventAt: string;
  readonly bucket: number;
  readonly features: MemoryFeatures;
  /** Base64. */
  readonly packed: string;
  readonly mentions: readonly string[];
}

/** Task `features` of the worker. */
export function featureRows({ documents, vectors }: FeatureTask): FeatureRow[] {
  const dimensions = documents.length === 0 ? 0 : vectors.length / documents.length;
  return documents.map((document, i) => featureRow(document, vectors.subarray(i * dimensions, (i + 1) * dimensions)));
}

function featureRow(document: FeatureDocument, vector: Float32Array): FeatureRow {
  const { id, version, type, importance, tags, createdAt } = document;
  const features = extractFeatures(document);
  const { eventTime: at, eventTimeIsDay: isDay, entities, valence, choice } = features;
  const [instead] = choice?.instead ?? [];
  const tokens = tokensOf(document.content);
  const packed = packObservation({
    id,
    at,
    isDay,
    createdAt: createdAt.getTime(),
    type,
    importance,
    tags,
    entities,
    spellings: spellingsOf(document.content.slice(0, READ_CHARACTERS), tokens),
    words: wordRunsOf(tokens),
    valence,
    sketch: sketchOf(vector),
    ...(choice?.chosen === undefined || instead === undefined ? {} : { choice: { chosen: choice.chosen, instead } }),
  });
  return {
    memoryId: id,
    version,
    eventAt: new Date(at).toISOString(),
    bucket: bucketOf(document.content, at),
    features,
    packed: Buffer.from(packed).toString('base64'),
    mentions: [...new Set(entities)].map(mentionOfEntity),
  };
}

/** By chance, but of what a memory says and when, not of its id: the same memories are sampled alike wherever they are. */
export function bucketOf(content: string, at: number): number {
  return createHash('sha256').update(`${at} ${content}`).digest().readUInt16LE() % 1_024;
}
