import { DamagedDumpError, ImportError } from '../import-error.js';
import type { ByteReader } from './byte-reader.js';
import { crc32 } from './crc32.js';
import { unpacked } from './decompression.js';
import { describedBytes, type ZipDescriptor } from './zip-descriptor.js';

const STORED = 0;
const DEFLATED = 8;

/** What precedes a file in an archive. */
export interface ZipHeader {
  readonly name: string;
  readonly method: number;
  readonly isEncrypted: boolean;
  /** Of the packed bytes. Undefined where the writer did not know: a descriptor follows them. */
  readonly size: number | undefined;
  readonly checksum: number;
}

/** A file in an archive, while the archive is read up to it. */
export class ZipEntry {
  private readonly packed: AsyncGenerator<Uint8Array, void, undefined>;
  private descriptor: ZipDescriptor | undefined;

  constructor(
    private readonly reader: ByteReader,
    private readonly header: ZipHeader,
  ) {
    this.packed =
      header.size === undefined
        ? describedBytes(reader, header.name, (found) => (this.descriptor = found))
        : this.sizedBytes(header.size);
  }

  get name(): string {
    return this.header.name;
  }

  /** @throws ImportError where the bytes are damaged, end early, or cannot be unpacked */
  async *bytes(): AsyncGenerator<Uint8Array, void, undefined> {
    const { name, method, isEncrypted } = this.header;
    if (isEncrypted)
      throw new ImportError(`${name} in the archive is encrypted: unpack it, and import the files in it`);
    if (method !== STORED && method !== DEFLATED) {
      throw new ImportError(
        `${name} in the archive is packed by method ${method}, which cannot be read: pack it again`,
      );
    }
    let checksum = 0;
    for await (const chunk of method === STORED ? this.stored() : unpacked(this.packed, 'deflate-raw', name)) {
      checksum = crc32(chunk, checksum);
      yield chunk;
    }
    await this.skip();
    const { checksum: stated } = this.descriptor ?? this.header;
    if (checksum !== stated) throw new DamagedDumpError(`${name} in the archive is damaged: its checksum is wrong`);
  }

  /** Reads up to what follows the file. */
  async skip(): Promise<void> {
    while ((await this.packed.next()).done !== true);
  }

  /** A loop that ends early must not close the bytes: what is left of them is skipped. */
  private async *stored(): AsyncGenerator<Uint8Array, void, undefined> {
    for (let next = await this.packed.next(); next.done !== true; next = await this.packed.next()) yield next.value;
  }

  private async *sizedBytes(size: number): AsyncGenerator<Uint8Array, void, undefined> {
    for (let left = size; left > 0;) {
      const chunk = await this.reader.next(left);
      if (chunk === undefined)
        throw new DamagedDumpError(`the archive ends within ${this.header.name}: it is truncated`);
      left -= chunk.length;
      yield chunk;
    }
  }
}
