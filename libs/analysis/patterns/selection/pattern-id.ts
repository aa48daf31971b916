import { wordsOfName } from '../items/item-words.js';
import type { Family } from '../types/candidate.js';
import type { Item } from '../types/item.js';
import type { Finding } from './fdr-selection.js';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 13;

/** Parameters that name a pattern. The others measure it, and shift as memories come in. */
const NAMING = ['weekday', 'direction'];
/** Families whose two items stand in no order: which is the rarer one may change. */
const UNORDERED: ReadonlySet<Family> = new Set<Family>(['association']);
/** Ends of what counts as the same interval, in days: about a week, a fortnight, three weeks, a month, two months, a quarter. */
const INTERVAL_ENDS = [5, 10, 17, 25, 45, 75];

/**
 * The same for the same regularity, whenever it is computed: made of the family, what it is about, and the weekday,
 * direction, choice or rough interval. What is measured (counts, hour, days between) changes as memories come in.
 */
export function patternId({ family, items, params }: Finding): string {
  const names = items.map(nameOf);
  if (UNORDERED.has(family)) names.sort();
  const text = JSON.stringify([family, names, NAMING.map((name) => params[name] ?? null), ...essenceOf(params)]);
  let hash = fnv1a(text);
  let id = '';
  for (let at = 0; at < LENGTH; at += 1) {
    id += ALPHABET[Number(hash & 31n)] ?? '';
    hash >>= 5n;
  }
  return id;
}

/** Whether a tag, a name or a word says it makes no difference, nor how it is spelled. The words of a theme have no order. */
function nameOf({ kind, name }: Item): string {
  const words = wordsOfName(name);
  if (kind === 'theme') words.sort();
  const said = words.length === 0 ? name : words.join(' ');
  return kind === 'type' || kind === 'theme' ? `${kind}:${said}` : said;
}

function essenceOf({ intervalDays, chosen, instead }: Finding['params']): unknown[] {
  if (typeof intervalDays === 'number') return [INTERVAL_ENDS.filter((end) => end < intervalDays).length];
  return [chosen, instead].flatMap((one) => (typeof one === 'string' ? [one.toLowerCase()] : []));
}

/** 64-bit FNV-1a over UTF-16 units. */
function fnv1a(text: string): bigint {
  let hash = 0xcbf29ce484222325n;
  for (let at = 0; at < text.length; at += 1) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(at))) * 0x100000001b3n);
  }
  return hash;
}
