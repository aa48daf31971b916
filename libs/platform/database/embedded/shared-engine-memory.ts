/**
 * Has the WebAssembly engine of this thread keep its memory where other threads can write to it. While a statement runs,
 * its thread runs nothing but the engine, so only another thread can tell the engine to stop. The engine's program asks
 * for a memory of its own thread; a shared one behaves alike, and only the import that names the memory has to say so.
 */

interface Limits {
  readonly initial: number;
  readonly maximum: number;
}

type Bytes = ArrayBuffer | NodeJS.ArrayBufferView;
type Construct = new (first: never) => object;

/** What is used of WebAssembly: the types come with those of browsers, which are no part of this program. */
interface Wasm {
  Module: Construct;
  Memory: Construct;
  instantiate: (source: unknown, imports: unknown) => Promise<unknown>;
}

const IMPORTS = 2;
const FUNCTION = 0;
const TABLE = 1;
const MEMORY = 2;
const GLOBAL = 3;
const HAS_MAXIMUM = 1;
const HAS_MAXIMUM_AND_IS_SHARED = 3;
/** The most that WebAssembly addresses; a shared memory must name a maximum, and extensions of the engine name none. */
const MAX_PAGES = 65_536;

/**
 * From now on every memory of this thread is shared, and every program that imports one takes it so.
 * @param made called with each memory
 */
export function shareEngineMemory(made: (memory: { readonly buffer: SharedArrayBuffer }) => void): void {
  const { WebAssembly: wasm } = globalThis as unknown as { WebAssembly: Wasm };
  const { instantiate } = wasm;
  wasm.instantiate = (source, imports) => instantiate(isBytes(source) ? importingShared(source) : source, imports);
  wasm.Module = new Proxy(wasm.Module, {
    construct: (target, [bytes]: [Bytes]) => Reflect.construct(target, [importingShared(bytes)]) as object,
  });
  wasm.Memory = new Proxy(wasm.Memory, {
    construct: (target, [limits]: [Limits]) => {
      const memory = Reflect.construct(target, [{ ...limits, shared: true }]) as { buffer: SharedArrayBuffer };
      made(memory);
      return memory;
    },
  });
}

function isBytes(source: unknown): source is Bytes {
  return source instanceof ArrayBuffer || ArrayBuffer.isView(source);
}

/** The same program, whose imported memory is a shared one. */
export function importingShared(program: Bytes): Uint8Array {
  const bytes = ArrayBuffer.isView(program)
    ? new Uint8Array(program.buffer, program.byteOffset, program.byteLength)
    : new Uint8Array(program);
  const reader = new Reader(bytes);
  for (reader.at = 8; reader.at < bytes.length;) {
    const start = reader.at;
    const id = reader.byte();
    const size = reader.number();
    const body = reader.at;
    if (id !== IMPORTS) {
      reader.at = body + size;
      continue;
    }
    const memory = findMemory(reader);
    if (memory === undefined) return bytes;
    const limits = [HAS_MAXIMUM_AND_IS_SHARED, ...encoded(memory.initial), ...encoded(memory.maximum)];
    const { from, to } = memory;
    const grown = size + limits.length - (to - from);
    return Buffer.concat([
      bytes.subarray(0, start),
      Uint8Array.of(IMPORTS, ...encoded(grown)),
      bytes.subarray(body, from),
      Uint8Array.from(limits),
      bytes.subarray(to),
    ]);
  }
  return bytes;
}

/** Where the imported memory's limits stand, and what they are. Reads a section of imports from its beginning. */
function findMemory(reader: Reader): (Limits & { readonly from: number; readonly to: number }) | undefined {
  for (let left = reader.number(); left > 0; left--) {
    reader.skip(reader.number());
    reader.skip(reader.number());
    const kind = reader.byte();
    const from = reader.at + (kind === TABLE ? 1 : 0);
    if (kind === FUNCTION) reader.number();
    else if (kind === GLOBAL) reader.skip(2);
    else if (kind === TABLE || kind === MEMORY) {
      reader.at = from;
      const hasMaximum = (reader.byte() & HAS_MAXIMUM) !== 0;
      const initial = reader.number();
      const maximum = hasMaximum ? reader.number() : MAX_PAGES;
      if (kind === MEMORY) return { initial, maximum, from, to: reader.at };
    } else return undefined;
  }
  return undefined;
}

/** Reads WebAssembly's binary form. */
class Reader {
  at = 0;

  constructor(private readonly bytes: Uint8Array) {}

  byte(): number {
    return this.bytes[this.at++] ?? 0;
  }

  skip(bytes: number): void {
    this.at += bytes;
  }

  /** LEB128: seven bits a byte, the lowest first. */
  number(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
  }
}

function encoded(value: number): number[] {
  const rest = Math.floor(value / 128);
  return rest === 0 ? [value] : [(value % 128) | 0x80, ...encoded(rest)];
}
