/** An answer in the real one's form that something cannot be done. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

export type Json = Record<string, unknown>;

/** The object that a body or a part of it must be, with no field that the adapter is not known to send. */
export function fields(value: unknown, where: string, allowed: readonly string[]): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Refusal(400, `Format error in JSON body: ${where}: expected an object`);
  }
  const unknown = Object.keys(value).find((name) => !allowed.includes(name));
  if (unknown !== undefined)
    throw new Refusal(400, `Format error in JSON body: ${where}: unknown field \`${unknown}\``);
  return value as Json;
}

export function list(value: unknown, where: string): unknown[] {
  if (!Array.isArray(value)) throw new Refusal(400, `Format error in JSON body: ${where}: expected a sequence`);
  return value as unknown[];
}

export function text(value: unknown, where: string): string {
  if (typeof value !== 'string') throw new Refusal(400, `Format error in JSON body: ${where}: expected a string`);
  return value;
}

/** A whole number that Rust's `usize` holds. */
export function size(value: unknown, where: string): number {
  if (!Number.isInteger(value) || (value as number) < 0) {
    throw new Refusal(400, `Format error in JSON body: ${where}: expected usize`);
  }
  return value as number;
}

export function numbers(value: unknown, where: string): number[] {
  const found = list(value, where);
  if (!found.every((each) => typeof each === 'number' && Number.isFinite(each))) {
    throw new Refusal(400, `Format error in JSON body: ${where}: expected f32`);
  }
  return found as number[];
}
