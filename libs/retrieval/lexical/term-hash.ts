/**
 * A term as a signed 32-bit id: FNV-1a over UTF-16 code units with murmur's finaliser.
 * Stored in every index, so a change here means indexing everything again.
 */
export function termHash(term: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < term.length; i++) {
    hash = Math.imul(hash ^ term.charCodeAt(i), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
