import type { QueryTerm } from '../lexical/query-term.js';
import type { VectorFilter } from '../vector-index/vector-query.js';

/** Postings read for one search: about 10 ms on the embedded database. */
const POSTINGS = 5_000;

const NUMBER_BYTES = 4;

/**
 * pgvector's binary form, a 16-bit length, two empty bytes and big-endian 32-bit floats, which the driver sends as it is: the
 * text of 640 numbers takes the embedded database 1.2 ms to read.
 */
export function vectorBinary(vector: Float32Array): Buffer {
  const buffer = Buffer.alloc(NUMBER_BYTES * (1 + vector.length));
  buffer.writeInt16BE(vector.length, 0);
  const numbers = buffer.subarray(NUMBER_BYTES);
  numbers.set(new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength));
  numbers.swap32();
  return buffer;
}

/**
 * Vectors as PostgreSQL's binary form of an array: dimensions, nulls, type of the elements, length and lower bound, then each
 * element behind its size.
 *
 * @param type the id of `vector` in this database
 */
export function vectorsBinary(vectors: readonly Float32Array[], type: number): Buffer {
  const header = Buffer.alloc(5 * NUMBER_BYTES);
  [vectors.length === 0 ? 0 : 1, 0, type, vectors.length, 1].forEach((value, i) =>
    header.writeUInt32BE(value, i * NUMBER_BYTES),
  );
  if (vectors.length === 0) return header.subarray(0, 3 * NUMBER_BYTES);
  const elements = vectors.flatMap((vector) => {
    const element = vectorBinary(vector);
    const size = Buffer.alloc(NUMBER_BYTES);
    size.writeUInt32BE(element.length);
    return [size, element];
  });
  return Buffer.concat([header, ...elements]);
}

/** From the rarest term on, as many as their POSTINGS may be read; the common rest weighs little and still counts in the coverage. */
export function scannedTerms(terms: readonly QueryTerm[]): number[] {
  const scanned: number[] = [];
  let read = 0;
  for (const { term, frequency } of terms.toSorted((a, b) => a.frequency - b.frequency)) {
    if (read > 0 && read + frequency > POSTINGS) break;
    scanned.push(term);
    read += frequency;
  }
  return scanned;
}

/** $7..$14 of `searchPoints`, and from $15 on a group of attributes each. */
export function filterParameters(filter: VectorFilter): unknown[] {
  const tags = filter.tags?.length ? [...filter.tags] : null;
  const any = filter.tagsMode === 'any';
  const values = [
    filter.type ?? null,
    any ? null : tags,
    any ? tags : null,
    filter.createdFrom ?? null,
    filter.createdTo ?? null,
    filter.occurredFrom ?? null,
    filter.occurredTo ?? null,
  ];
  const groups = (filter.attributes ?? []).map((group) => [...group]);
  return [...values, groups.length > 0 || values.some((value) => value !== null), ...groups];
}
