import type { Finding } from './fdr-selection.js';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 13;

/** Parameters that name a pattern; the others measure it, and may shift as memories come in. */
const NAMING = ['kind', 'weekday', 'direction', 'chosen', 'instead'];

/** The same family, items, kind, weekday, direction and choice give the same id, whenever and for whomever it is computed. */
export function patternId({ family, items, params }: Finding): string {
  const names = items.map((item) => `${item.kind}:${item.name}`);
  const text = JSON.stringify([family, names, NAMING.map((name) => params[name] ?? null)]);
  let hash = fnv1a(text);
  let id = '';
  for (let at = 0; at < LENGTH; at += 1) {
    id += ALPHABET[Number(hash & 31n)] ?? '';
    hash >>= 5n;
  }
  return id;
}

/** 64-bit FNV-1a over UTF-16 units. */
function fnv1a(text: string): bigint {
  let hash = 0xcbf29ce484222325n;
  for (let at = 0; at < text.length; at += 1) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(at))) * 0x100000001b3n);
  }
  return hash;
}
