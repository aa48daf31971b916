/** One passage of a memory: what is searched, never the text itself. */
export interface IndexedPoint {
  /** Position of the passage in the memory, from 0. */
  readonly passage: number;
  /** UTF-16 offsets into the content, end exclusive. */
  readonly start: number;
  readonly end: number;
  /** Unit length, as many numbers as the model has dimensions. */
  readonly vector: Float32Array;
  /** Distinct signed 32-bit term ids of the passage. */
  readonly terms: Int32Array;
}

/** A memory as the index keeps it: filter fields and at least one point. */
export interface IndexedMemory {
  readonly memoryId: string;
  /** Grows with every change of the memory; the highest one wins in any order of arrival. */
  readonly version: number;
  readonly type: string;
  readonly tags: readonly string[];
  /** Each `key=value`; at most 64, distinct. */
  readonly attributes: readonly string[];
  readonly createdAt: Date;
  /** When what it tells happened. */
  readonly occurredAt: Date;
  /** From then on no search finds it; null: never. */
  readonly expiresAt: Date | null;
  readonly points: readonly IndexedPoint[];
}
