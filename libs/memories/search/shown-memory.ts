import type { Memory } from '../storage/memory.entity.js';

/** A record as a search shows it; the rest is there where it was asked for. */
export type ShownMemory = Pick<Memory, 'id' | 'content' | 'type' | 'importance' | 'createdAt'> &
  Partial<Pick<Memory, 'tags' | 'metadata' | 'updatedAt'>>;
