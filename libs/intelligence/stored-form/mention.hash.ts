import { LRUCache } from 'lru-cache';
import { createHash } from 'node:crypto';

/** Each request of a tenant asks for hundreds of the same names. About 4 MB. */
const known = new LRUCache<string, string>({ max: 20_000 });

/** A name that a memory mentions, as the table of mentions has it: 64 bits of its hash, in decimal digits. */
export function mentionOfEntity(entity: string): string {
  const mention = known.get(entity) ?? hashed(`entity ${entity}`);
  known.set(entity, mention);
  return mention;
}

/** A link to the memory with this UUID. */
export function mentionOfMemory(uuid: string): string {
  return hashed(`memory ${uuid}`);
}

function hashed(text: string): string {
  return createHash('sha256').update(text).digest().readBigInt64BE().toString();
}
