import type { AgentInputItem } from '@openai/agents';

const BYTES = '$mnemeBytes';

/** Characters of a part: as JSON within JSON, it has at most 12 kB, and a memory's metadata 16 KiB. */
const PART = 4_000;

/** Items as texts that each fit into the metadata of a memory. */
export function encodeItems(items: readonly AgentInputItem[]): string[] {
  const json = JSON.stringify(items, withBytes);
  const parts: string[] = [];
  for (let start = 0; start < json.length;) {
    const end = start + PART;
    // Both halves of a character stay together.
    const cut = isHighSurrogate(json.charCodeAt(end - 1)) ? end - 1 : end;
    parts.push(json.slice(start, cut));
    start = cut;
  }
  return parts;
}

export function decodeItems(parts: readonly string[]): AgentInputItem[] {
  return JSON.parse(parts.join(''), fromBytes) as AgentInputItem[];
}

/** Whether two lists are the same once they are stored: fields that are undefined do not count. */
export function sameItems(left: readonly AgentInputItem[], right: readonly AgentInputItem[]): boolean {
  return canonical(left) === canonical(right);
}

/** JSON with the fields of every object in one order. */
export function canonical(value: unknown): string {
  return JSON.stringify(JSON.parse(JSON.stringify(value, withBytes)), (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}

/** Files and images can be bytes, which JSON does not have. */
function withBytes(this: unknown, key: string, value: unknown): unknown {
  // Of a Buffer, `value` is already what its toJSON makes of it.
  const raw = (this as Record<string, unknown>)[key];
  if (!(raw instanceof Uint8Array)) return value;
  return { [BYTES]: btoa(Array.from(raw, (byte) => String.fromCharCode(byte)).join('')) };
}

function fromBytes(_: string, value: unknown): unknown {
  const text = (value as Record<string, unknown> | null)?.[BYTES];
  return typeof text === 'string' ? Uint8Array.from(atob(text), (character) => character.charCodeAt(0)) : value;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
