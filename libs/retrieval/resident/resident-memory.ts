import type { PointChunk } from './point-chunk.js';

/** A memory and where its points are: consecutive rows of one chunk. */
export interface ResidentMemory {
  readonly id: string;
  readonly type: string;
  readonly tags: readonly string[];
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly chunk: PointChunk;
  readonly row: number;
  readonly rows: number;
}
