/** Instructions and modules of WebAssembly as bytes, named as in its text format: as many as `inner-products.wasm.ts` needs. */

const I32 = 0x7f;
const V128 = 0x7b;
const NOTHING = 0x40;
const SIMD = 0xfd;
const FUNCTION = 0x60;

type Code = readonly number[];

export const local = {
  get: (index: number): Code => [0x20, index],
  set: (index: number): Code => [0x21, index],
  tee: (index: number): Code => [0x22, index],
};

export const i32 = {
  /** @param value from 0 to 8,191 */
  const: (value: number): Code => [0x41, (value & 0x7f) | 0x80, value >> 7],
  add: [0x6a],
  ltU: [0x49],
};

/** Offsets are from 0 to 127, addresses whole numbers of four bytes. */
export const v128 = {
  load: (offset: number): Code => [SIMD, 0x00, 2, offset],
  load32Splat: (offset: number): Code => [SIMD, 0x09, 2, offset],
  store: (offset: number): Code => [SIMD, 0x0b, 2, offset],
  zero: [SIMD, 0x0c, ...new Array<number>(16).fill(0)],
};

export const f32x4 = {
  add: [SIMD, 0xe4, 0x01],
  mul: [SIMD, 0xe6, 0x01],
};

/** Runs the code, and again as long as it leaves something other than 0. */
export function loopWhile(...code: readonly Code[]): Code {
  return [0x03, NOTHING, ...code.flat(), 0x0d, 0, 0x0b];
}

/** The locals of a function: parameters and others that are whole numbers, then those of four numbers side by side. */
export interface Locals {
  readonly parameters: number;
  readonly integers: number;
  readonly vectors: number;
}

/** A module of one function, `run`, that takes whole numbers, gives nothing back, and works on the memory `host.memory`. */
export function moduleOf({ parameters, integers, vectors }: Locals, ...code: readonly Code[]): Uint8Array {
  const locals = list([integers, I32], [vectors, V128]);
  return Uint8Array.from([
    ...[0x00, ...text('asm'), 1, 0, 0, 0],
    ...section(1, [FUNCTION, ...list(...new Array<Code>(parameters).fill([I32])), ...list()]),
    ...section(2, [...name('host'), ...name('memory'), 2, 0, 1]),
    ...section(3, [0]),
    ...section(7, [...name('run'), 0, 0]),
    ...section(10, sized([...locals, ...code.flat(), 0x0b])),
  ]);
}

/** A section of one entry. */
function section(id: number, entry: Code): Code {
  return [id, ...sized([1, ...entry])];
}

function list(...entries: readonly Code[]): Code {
  return [entries.length, ...entries.flat()];
}

function name(given: string): Code {
  return [given.length, ...text(given)];
}

function text(given: string): Code {
  return [...Buffer.from(given, 'latin1')];
}

/** Preceded by the length, which is below 16,384. */
function sized(code: Code): Code {
  return [(code.length & 0x7f) | 0x80, code.length >> 7, ...code];
}
