import { strToU8, Zip, ZipDeflate, ZipPassThrough, zipSync } from 'fflate';

export type Files = Readonly<Record<string, Uint8Array | string>>;

/** An archive as most programs write it: the size of each file stands before it. */
export function zipOf(files: Files, level: 0 | 6 = 6): Uint8Array {
  return zipSync(Object.fromEntries(entriesOf(files)), { level });
}

/** An archive as a program writes it that does not know the sizes before: a descriptor follows each file. */
export function streamedZipOf(files: Files, level: 0 | 6 = 6): Uint8Array {
  const chunks: Uint8Array[] = [];
  const archive = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  for (const [name, bytes] of entriesOf(files)) {
    const file = level === 0 ? new ZipPassThrough(name) : new ZipDeflate(name, { level });
    archive.add(file);
    file.push(bytes, true);
  }
  archive.end();
  return Buffer.concat(chunks);
}

/** Bytes in pieces of a length, as a file or a network hands them over. */
export async function* piecesOf(bytes: Uint8Array, length = 65_536): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

function entriesOf(files: Files): [string, Uint8Array][] {
  return Object.entries(files).map(([name, file]) => [name, typeof file === 'string' ? strToU8(file) : file]);
}
