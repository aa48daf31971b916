import { DamagedDumpError } from '../import-error.js';
import type { ByteReader } from './byte-reader.js';

/** What follows a file whose size was not known when it was written. */
export interface ZipDescriptor {
  readonly checksum: number;
}

const SIGNATURE = [0x50, 0x4b, 0x07, 0x08];
/** Signature, checksum and two sizes of 4 bytes; of 8 bytes in an archive of more than 4 GiB. */
const SHORT = 16;
const LONG = 24;

/**
 * The bytes of a file up to its descriptor. Packed bytes can hold the signature of one by chance, and those of an archive
 * within the archive do: a descriptor is only what also states the number of bytes that lie before it.
 */
export async function* describedBytes(
  reader: ByteReader,
  name: string,
  onDescriptor: (found: ZipDescriptor) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  let before = 0;
  for (;;) {
    const ahead = await reader.peek(LONG + 4);
    if (ahead.length < SHORT) throw new DamagedDumpError(`the archive ends within ${name}: it is truncated`);
    const length = descriptorLength(ahead, before);
    if (length !== undefined) {
      onDescriptor({ checksum: view(ahead).getUint32(4, true) });
      await reader.take(length);
      return;
    }
    const chunk = (await reader.next()) ?? ahead;
    const end = possibleSignature(chunk);
    reader.giveBack(chunk.subarray(end));
    before += end;
    yield chunk.subarray(0, end);
  }
}

/** Where the next signature begins behind the first byte, or could begin if the bytes went on; otherwise their end. */
function possibleSignature(bytes: Uint8Array): number {
  const [first = 0] = SIGNATURE;
  for (let at = bytes.indexOf(first, 1); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (startsWithSignature(bytes.subarray(at))) return at;
  }
  return bytes.length;
}

function startsWithSignature(bytes: Uint8Array): boolean {
  return SIGNATURE.every((byte, i) => i >= bytes.length || bytes[i] === byte);
}

function descriptorLength(bytes: Uint8Array, before: number): number | undefined {
  if (!startsWithSignature(bytes)) return undefined;
  const data = view(bytes);
  const size = data.getUint32(8, true);
  if (isLong(bytes, data, before)) return LONG;
  return size === before % 2 ** 32 ? SHORT : undefined;
}

/** A short descriptor of the same beginning would have to be followed by `PK` at once. */
function isLong(bytes: Uint8Array, data: DataView, before: number): boolean {
  if (bytes.length < LONG + 2 || Number(data.getBigUint64(8, true)) !== before) return false;
  return bytes[SHORT] !== SIGNATURE[0] && bytes[LONG] === SIGNATURE[0];
}

function view(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
