import { DamagedDumpError } from '../import-error.js';
import type { ByteReader } from './byte-reader.js';
import { ZipEntry, type ZipHeader } from './zip-entry.js';

const HEADER = 0x04034b50;
const HEADER_BYTES = 30;
/** What follows the last file: the directory, or what stands before it in a signed or a large archive. */
const DIRECTORY = [0x02014b50, 0x06054b50, 0x06064b50, 0x08064b50];
const ZIP64_FIELD = 0x0001;
const UNKNOWN_SIZE = 0xffffffff;

/**
 * The files of an archive in its order, from a stream that is read once. The directory at the end is not needed for it.
 * Each entry must be read, or is skipped, before the next is there.
 */
export async function* zipEntries(reader: ByteReader): AsyncGenerator<ZipEntry, void, undefined> {
  for (;;) {
    const head = await reader.peek(HEADER_BYTES);
    const signature = head.length < 4 ? 0 : view(head).getUint32(0, true);
    if (DIRECTORY.includes(signature)) return;
    if (signature !== HEADER) throw new DamagedDumpError('the archive is truncated or damaged');
    const entry = new ZipEntry(reader, await readHeader(reader));
    yield entry;
    await entry.skip();
  }
}

async function readHeader(reader: ByteReader): Promise<ZipHeader> {
  const fixed = view(await whole(reader, HEADER_BYTES));
  const flags = fixed.getUint16(6, true);
  const name = new TextDecoder().decode(await whole(reader, fixed.getUint16(26, true)));
  const extra = await whole(reader, fixed.getUint16(28, true));
  const size = fixed.getUint32(18, true);
  const isDescribed = (flags & 0x08) !== 0;
  return {
    name,
    method: fixed.getUint16(8, true),
    isEncrypted: (flags & 0x01) !== 0,
    size: isDescribed ? undefined : size === UNKNOWN_SIZE ? longSize(extra) : size,
    checksum: fixed.getUint32(14, true),
  };
}

/** Of the packed bytes, which stands behind that of the unpacked ones. */
function longSize(extra: Uint8Array): number {
  const fields = view(extra);
  for (let at = 0; at + 4 <= extra.length; at += 4 + fields.getUint16(at + 2, true)) {
    if (fields.getUint16(at, true) === ZIP64_FIELD && at + 20 <= extra.length) {
      return Number(fields.getBigUint64(at + 12, true));
    }
  }
  throw new DamagedDumpError('the archive is damaged: the size of a file is missing');
}

async function whole(reader: ByteReader, length: number): Promise<Uint8Array> {
  const bytes = await reader.take(length);
  if (bytes.length < length) throw new DamagedDumpError('the archive is truncated');
  return bytes;
}

function view(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
