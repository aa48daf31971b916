/** A point as the database sends it. */
export interface PackedPoint {
  readonly memoryId: string;
  readonly passage: number;
  readonly start: number;
  readonly end: number;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** NaN where an earlier release wrote the point, whose attributes are not known then either. */
  readonly occurredAt: number;
  /** Infinity: never. */
  readonly expiresAt: number;
  readonly type: string;
  readonly tags: readonly string[];
  /** As `attributeHash` has them. */
  readonly attributes: Float64Array;
  readonly terms: Int32Array;
  readonly vector: Float32Array;
}

const INTEGER = 4;
/** Number of fields. */
const RECORD_HEADER = INTEGER;
/** Number of dimensions, whether any is null, type of the elements, and of the one dimension its length and first index. */
const ARRAY_HEADER = 5 * INTEGER;
/** How many numbers, and two bytes that mean nothing. */
const VECTOR_HEADER = INTEGER;
/** The database counts microseconds from 2000 on. */
const EPOCH_MS = Date.UTC(2000, 0, 1);

/** Reads what `packedPoints` selects: records of `record_send`, one behind the other. */
export class PackedPoints {
  private at = 0;

  constructor(private readonly bytes: Buffer) {}

  *read(): Generator<PackedPoint> {
    while (this.at < this.bytes.length) {
      this.at += RECORD_HEADER;
      yield {
        memoryId: uuidOf(this.field()),
        passage: this.field().readInt16BE(),
        start: this.field().readInt32BE(),
        end: this.field().readInt32BE(),
        createdAt: momentOf(this.field()),
        occurredAt: momentOf(this.field(), NaN),
        expiresAt: momentOf(this.field(), Infinity),
        type: this.field().toString('utf8'),
        tags: elementsOf(this.field()).map((tag) => tag.toString('utf8')),
        attributes: Float64Array.from(elementsOf(this.field()), attributeHash),
        terms: Int32Array.from(elementsOf(this.field()), (term) => term.readInt32BE()),
        vector: vectorOf(this.field()),
      };
    }
  }

  /** A field is preceded by its type and its length, which is -1 where it is null: then it is empty here. */
  private field(): Buffer {
    const length = Math.max(0, this.bytes.readInt32BE(this.at + INTEGER));
    const from = this.at + 2 * INTEGER;
    this.at = from + length;
    return this.bytes.subarray(from, this.at);
  }
}

/**
 * A `key=value` in UTF-8 as one number of 53 bits, so that a point keeps 8 bytes of it, and none of a text that no other
 * memory has. Two of a tenant's million attributes share one with a probability of one in 18,000.
 */
export function attributeHash(bytes: Uint8Array): number {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (const byte of bytes) {
    high = Math.imul(high ^ byte, 0x9e3779b1);
    low = Math.imul(low ^ byte, 0x5f356495);
  }
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35);
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35);
  return (high >>> 11) * 2 ** 32 + (low >>> 0);
}

function momentOf(field: Buffer, none = NaN): number {
  return field.length === 0 ? none : EPOCH_MS + Number(field.readBigInt64BE()) / 1_000;
}

function uuidOf(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** An array without elements has no dimension, and ends before its length. */
function elementsOf(array: Buffer): Buffer[] {
  const elements: Buffer[] = [];
  for (let at = ARRAY_HEADER; at < array.length;) {
    const from = at + INTEGER;
    at = from + array.readInt32BE(at);
    elements.push(array.subarray(from, at));
  }
  return elements;
}

function vectorOf(field: Buffer): Float32Array {
  const bytes = Buffer.from(new ArrayBuffer(field.length - VECTOR_HEADER));
  field.copy(bytes, 0, VECTOR_HEADER);
  bytes.swap32();
  return new Float32Array(bytes.buffer);
}
