/** Bytes as they arrive: the stream of a file or a response, or anything that yields them. */
export type ByteSource = ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

const NOTHING: Uint8Array = new Uint8Array();

/** Reads a source in pieces of any length, and looks ahead. What it holds is what was looked at. */
export class ByteReader {
  private readonly chunks: AsyncGenerator<Uint8Array, void, undefined>;
  private held = NOTHING;

  constructor(source: ByteSource) {
    this.chunks = chunksOf(source);
  }

  /** The next bytes, which stay where they are. @returns fewer only where the source ends */
  async peek(length: number): Promise<Uint8Array> {
    const parts: Uint8Array[] = [this.held];
    let size = this.held.length;
    while (size < length) {
      const next = await this.chunks.next();
      if (next.done === true) break;
      parts.push(next.value);
      size += next.value.length;
    }
    if (parts.length > 1) this.held = joined(parts, size);
    return this.held.subarray(0, length);
  }

  /** The next bytes. @returns fewer only where the source ends */
  async take(length: number): Promise<Uint8Array> {
    const taken = await this.peek(length);
    this.held = this.held.subarray(taken.length);
    return taken;
  }

  /** The bytes that are there, and at least one. @returns undefined at the end */
  async next(maxLength = Infinity): Promise<Uint8Array | undefined> {
    while (this.held.length === 0) {
      const next = await this.chunks.next();
      if (next.done === true) return undefined;
      this.held = next.value;
    }
    const taken = this.held.subarray(0, maxLength);
    this.held = this.held.subarray(taken.length);
    return taken;
  }

  /** Undoes the reading of bytes at the end of those that were read last. */
  giveBack(bytes: Uint8Array): void {
    this.held = this.held.length === 0 ? bytes : joined([bytes, this.held], bytes.length + this.held.length);
  }

  /** Everything that is left. */
  async *rest(): AsyncGenerator<Uint8Array, void, undefined> {
    for (let chunk = await this.next(); chunk !== undefined; chunk = await this.next()) yield chunk;
  }

  /** Lets go of the source where not all of it is wanted. */
  async close(): Promise<void> {
    await this.chunks.return();
  }
}

/** Not every browser can iterate over a stream. */
async function* chunksOf(source: ByteSource): AsyncGenerator<Uint8Array, void, undefined> {
  if (!('getReader' in source)) {
    for await (const chunk of source) yield chunk;
    return;
  }
  const reader = source.getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
  } finally {
    await reader.cancel();
  }
}

function joined(parts: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
