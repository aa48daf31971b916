import { attributeHash, type PackedPoint } from '../../vector-index/packed-point.js';

const INTEGER = 4;
/** Number of fields. */
const RECORD_HEADER = INTEGER;
/** Number of dimensions, whether any is null, type of the elements, and of the one dimension its length and first index. */
const ARRAY_HEADER = 5 * INTEGER;
/** How many numbers, and two bytes that mean nothing. */
const VECTOR_HEADER = INTEGER;
/** The database counts microseconds from 2000 on. */
const EPOCH_MS = Date.UTC(2000, 0, 1);

/** Reads what PgvectorIndex packs: records of `record_send`, one behind the other. */
export class PackedPoints {
  private at = 0;

  constructor(private readonly bytes: Buffer) {}

  *read(): Generator<PackedPoint> {
    while (this.at < this.bytes.length) {
      this.at += RECORD_HEADER;
      yield {
        memoryId: uuidOf(this.field()),
        version: this.field().readInt32BE(),
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
