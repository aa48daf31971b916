import { DamagedDumpError } from '../import-error.js';

/** What the platform unpacks without a library. */
type Packing = 'gzip' | 'deflate-raw';

/**
 * Unpacks bytes as they arrive. The source stays open: what follows the packed bytes can still be read from it.
 * @param name of what is unpacked, for the error
 * @throws DamagedDumpError where the bytes are damaged or end early
 */
export async function* unpacked(
  packed: AsyncIterator<Uint8Array, void>,
  packing: Packing,
  name: string,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { readable, writable } = new DecompressionStream(packing);
  // Browsers' types want bytes of a memory that no other thread shares: those of files and responses are.
  const feeding = feed(packed, writable.getWriter() as WritableStreamDefaultWriter<Uint8Array>);
  const reader = readable.getReader();
  let damage: unknown;
  let sourceFailure: Error | undefined;
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value as Uint8Array;
  } catch (error) {
    damage = error;
  } finally {
    await reader.cancel().catch(() => undefined);
    // Nothing else can read from the source before this has stopped.
    sourceFailure = await feeding;
  }
  if (sourceFailure !== undefined) throw sourceFailure;
  if (damage !== undefined) throw new DamagedDumpError(`${name} is damaged, or ends early`, { cause: damage });
}

/** Writes until the source or the reader ends. @returns what the source failed with */
async function feed(
  packed: AsyncIterator<Uint8Array, void>,
  writer: WritableStreamDefaultWriter<Uint8Array>,
): Promise<Error | undefined> {
  writer.closed.catch(() => undefined);
  for (;;) {
    let next: IteratorResult<Uint8Array, void>;
    try {
      next = await packed.next();
    } catch (error) {
      await writer.abort(error).catch(() => undefined);
      return error instanceof Error ? error : new Error(String(error));
    }
    try {
      if (next.done === true) {
        await writer.close();
        return undefined;
      }
      await writer.write(next.value);
    } catch {
      // The reader has the error, or wanted no more.
      return undefined;
    }
  }
}
