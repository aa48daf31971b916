import { ImportError } from '../import-error.js';
import { ByteReader, type ByteSource } from './byte-reader.js';
import { unpacked } from './decompression.js';
import { zipEntries } from './zip-archive.js';
import type { ZipEntry } from './zip-entry.js';

/** What a dump comes in. */
export type Container = 'plain' | 'gzip' | 'zip';

/** A file of a dump. */
export interface DumpPart {
  /** With its folders, as the archive has it; empty where the dump is one file. */
  readonly name: string;
  readonly reader: ByteReader;
  /** An archive within the archive, which is not opened. */
  readonly isArchive: boolean;
}

/** The files of a dump, one after the other: one must be read, or is skipped, before the next is there. */
export interface DumpParts {
  readonly container: Container;
  readonly parts: AsyncGenerator<DumpPart, void, undefined>;
}

const SQLITE = 'SQLite format 3';
const SQLITE_ADVICE =
  'this is a SQLite database, which cannot be read here. Export its memories as JSON: of OpenMemory with ' +
  'sqlite3 -json FILE "SELECT id, user_id, content, primary_sector, tags, meta, created_at, updated_at, salience FROM memories"';

/** Notes of the file system of macOS about a file, in archives that it makes. */
const MAC_NOTES = /(^|\/)(__MACOSX\/|\._|\.DS_Store$)/;

/** @throws ImportError where the bytes are those of a database */
export async function openParts(source: ByteSource): Promise<DumpParts> {
  const reader = new ByteReader(source);
  const head = await reader.peek(SQLITE.length);
  if (new TextDecoder().decode(head) === SQLITE) {
    await reader.close();
    throw new ImportError(SQLITE_ADVICE);
  }
  if (isZip(head)) return { container: 'zip', parts: partsOfZip(reader) };
  if (isGzip(head)) return { container: 'gzip', parts: onePart(unzipped(reader, 'the dump'), reader) };
  return { container: 'plain', parts: onePart(reader, reader) };
}

async function* partsOfZip(archive: ByteReader): AsyncGenerator<DumpPart, void, undefined> {
  try {
    for await (const entry of zipEntries(archive)) {
      if (entry.name.endsWith('/') || MAC_NOTES.test(entry.name)) continue;
      const part = await partOf(entry);
      yield part;
      await part.reader.close();
    }
  } finally {
    await archive.close();
  }
}

async function partOf(entry: ZipEntry): Promise<DumpPart> {
  const { name } = entry;
  // What cannot be unpacked fails only where it is read: most files of an archive are not.
  const reader = new ByteReader(entry.bytes());
  if (!/\.(gz|zip)$/i.test(name)) return { name, reader, isArchive: false };
  const head = await reader.peek(4);
  if (isZip(head)) return { name, reader, isArchive: true };
  return { name: name.replace(/\.gz$/i, ''), reader: isGzip(head) ? unzipped(reader, name) : reader, isArchive: false };
}

async function* onePart(reader: ByteReader, source: ByteReader): AsyncGenerator<DumpPart, void, undefined> {
  try {
    yield { name: '', reader, isArchive: false };
  } finally {
    await reader.close();
    await source.close();
  }
}

function unzipped(reader: ByteReader, name: string): ByteReader {
  return new ByteReader(unpacked(reader.rest(), 'gzip', name));
}

function isZip([first, second, third]: Uint8Array): boolean {
  return first === 0x50 && second === 0x4b && (third === 0x03 || third === 0x05);
}

function isGzip([first, second]: Uint8Array): boolean {
  return first === 0x1f && second === 0x8b;
}
