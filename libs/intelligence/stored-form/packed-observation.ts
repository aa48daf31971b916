import type { Observation } from '@mneme/analysis';
import { SKETCH_SIZE } from './vector-sketch.js';

/** What pattern detection reads of a memory, and when it was stored. */
export interface StoredObservation extends Observation {
  /** Milliseconds since 1970 UTC. */
  readonly createdAt: number;
  readonly isDay: boolean;
  readonly sketch: Int8Array;
}

const ID_BYTES = 16;
const HEADER_BYTES = 4 + ID_BYTES + 8 + 8 + 8 + 1 + 1 + SKETCH_SIZE;
const utf8 = new TextEncoder();

/** What of it is text, as JSON. */
type Words = readonly [
  type: string,
  tags: readonly string[],
  entities: readonly string[],
  runs: string,
  spellings: readonly (readonly [entity: string, written: string])[],
  chosen?: string,
  instead?: string,
];

/** One behind the other these can be read without an index: length, id, times, importance, valence, whether only the day is known, sketch, words. */
export function packObservation({ createdAt, ...observation }: StoredObservation): Uint8Array {
  const { id, at, isDay, importance, valence, sketch, type, tags, entities, words: runs = '', choice } = observation;
  const { spellings = [] } = observation;
  const words: Words =
    choice === undefined
      ? [type, tags, entities, runs, spellings]
      : [type, tags, entities, runs, spellings, choice.chosen, choice.instead];
  const text = utf8.encode(JSON.stringify(words));
  const packed = new Uint8Array(HEADER_BYTES + text.length);
  const view = new DataView(packed.buffer);
  view.setUint32(0, packed.length);
  packed.set(Buffer.from(id.replaceAll('-', ''), 'hex'), 4);
  view.setFloat64(20, at);
  view.setFloat64(28, createdAt);
  view.setFloat64(36, importance);
  view.setInt8(44, valence);
  view.setUint8(45, Number(isDay));
  packed.set(new Uint8Array(sketch.buffer, sketch.byteOffset, SKETCH_SIZE), 46);
  packed.set(text, HEADER_BYTES);
  return packed;
}

/** All observations of a run of bytes; sketches are views into it. */
export function* unpackObservations(bytes: Uint8Array): Generator<StoredObservation> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < buffer.length; at += buffer.readUInt32BE(at)) {
    const end = at + buffer.readUInt32BE(at);
    const words = JSON.parse(buffer.toString('utf8', at + HEADER_BYTES, end)) as Words;
    const [type, tags, entities, runs, spellings, chosen, instead] = words;
    yield {
      id: uuidOf(buffer.toString('hex', at + 4, at + 4 + ID_BYTES)),
      at: buffer.readDoubleBE(at + 20),
      isDay: buffer.readUInt8(at + 45) === 1,
      createdAt: buffer.readDoubleBE(at + 28),
      importance: buffer.readDoubleBE(at + 36),
      valence: buffer.readInt8(at + 44) as -1 | 0 | 1,
      sketch: new Int8Array(bytes.buffer, bytes.byteOffset + at + 46, SKETCH_SIZE),
      type,
      tags,
      entities,
      words: runs,
      spellings,
      ...(chosen === undefined || instead === undefined ? {} : { choice: { chosen, instead } }),
    };
  }
}

function uuidOf(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
