import { createHash } from 'node:crypto';

/** A name that a memory mentions, as the table of mentions has it: 64 bits of its hash, in decimal digits. */
export function mentionOfEntity(entity: string): string {
  return hashed(`entity ${entity}`);
}

/** A link to the memory with this UUID. */
export function mentionOfMemory(uuid: string): string {
  return hashed(`memory ${uuid}`);
}

function hashed(text: string): string {
  return createHash('sha256').update(text).digest().readBigInt64BE().toString();
}
