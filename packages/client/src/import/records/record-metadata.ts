import { momentOf } from './moments.js';
import { shortened, storable } from './storable-text.js';

/** Data of a memory as the service takes it. */
export type Metadata = Record<string, unknown>;

const MAX_BYTES = 16_384;
/** Levels of objects and lists, the metadata itself being the first. */
const MAX_DEPTH = 8;
/** What the service reads of a memory; in characters, since these are texts. */
const KEPT = ['importedFrom', 'userId', 'sessionId', 'speaker', 'occurredAt'];
const MAX_KEPT = 256;
/** Keys that the service reads as links between memories, which the ids of another system are not. */
const LINKS = ['supersedes', 'causedBy', 'decisionId', 'relatedTo', 'replyTo'];
const encoder = new TextEncoder();

export interface FittedMetadata {
  readonly metadata: Metadata;
  /** Whether it had more than the service takes. */
  readonly isShortened: boolean;
}

/**
 * Metadata within the bounds of the service.
 * @param own what the importer says; comes first, since only the first 64 values can be filtered by
 * @param foreign what the user of the other system kept; a key that has a meaning here goes into `original`
 */
export function fittedMetadata(own: Metadata, foreign: Metadata): FittedMetadata {
  const metadata: Metadata = {};
  const original: Metadata = {};
  for (const [key, value] of Object.entries(own)) if (value !== undefined) metadata[key] = fitted(value, 2);
  for (const [name, value] of Object.entries(foreign)) {
    const key = storable(name);
    if (value === undefined || value === null || key === '__proto__' || key === '') continue;
    if (key in metadata || isReserved(key, value)) original[key] = fitted(value, 3);
    else metadata[key] = key === 'occurredAt' ? dayOrMoment(value) : fitted(value, 2);
  }
  if (Object.keys(original).length > 0) metadata['original'] = original;
  return withinSize(metadata);
}

/** An `occurredAt` that cannot be read would be refused, with its record. */
function isReserved(key: string, value: unknown): boolean {
  return LINKS.includes(key) || key === 'original' || (key === 'occurredAt' && momentOf(value) === undefined);
}

/** A day alone has no zone, and is left as it is. */
function dayOrMoment(value: unknown): unknown {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : momentOf(value);
}

function fitted(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return storable(value);
  // Digits that a double has lost already are no worse as a text, and as a number they are refused.
  if (typeof value === 'number') return Number.isInteger(value) && !Number.isSafeInteger(value) ? String(value) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (depth > MAX_DEPTH) return textOf(value);
  if (Array.isArray(value)) return value.map((each: unknown) => fitted(each, depth + 1));
  const entries = Object.entries(value).filter(([key]) => key !== '__proto__');
  return Object.fromEntries(entries.map(([key, each]) => [storable(key), fitted(each, depth + 1)]));
}

function textOf(value: object): string {
  try {
    return storable(JSON.stringify(value));
  } catch {
    // A line can have more levels than there is stack for.
    return '…';
  }
}

/** Leaves out what is largest until the rest fits; what the service reads is shortened instead. */
function withinSize(metadata: Metadata): FittedMetadata {
  let size = bytesOf(metadata);
  if (size <= MAX_BYTES) return { metadata, isShortened: false };
  const kept = Object.entries(metadata).map(([key, value]): [string, unknown] => {
    return [key, KEPT.includes(key) && typeof value === 'string' ? shortened(value, MAX_KEPT) : value];
  });
  const left = new Map(kept);
  const sizes = kept.map(([key, value]) => [key, bytesOf({ [key]: value })] as const).sort((a, b) => b[1] - a[1]);
  size = bytesOf(Object.fromEntries(left));
  for (const [key, bytes] of sizes) {
    if (size <= MAX_BYTES) break;
    if (KEPT.includes(key)) continue;
    left.delete(key);
    // Without its braces.
    size -= bytes - 2;
  }
  return { metadata: Object.fromEntries(left), isShortened: true };
}

function bytesOf(metadata: Metadata): number {
  return encoder.encode(JSON.stringify(metadata)).length;
}
