/** A point as a store sends it. */
export interface PackedPoint {
  readonly memoryId: string;
  /** Of the memory. */
  readonly version: number;
  readonly passage: number;
  readonly start: number;
  readonly end: number;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** NaN where an earlier release wrote the point, whose attributes are not known then either. */
  readonly occurredAt: number;
  /** Infinity: never. */
  readonly expiresAt: number;
  readonly type: string;
  readonly tags: readonly string[];
  /** As `attributeHash` has them. */
  readonly attributes: Float64Array;
  readonly terms: Int32Array;
  readonly vector: Float32Array;
}

/** All points of a memory, in the order of its passages. */
export type PackedMemory = readonly [PackedPoint, ...PackedPoint[]];

/**
 * A `key=value` in UTF-8 as one number of 53 bits, so that a point keeps 8 bytes of it, and none of a text that no other
 * memory has. Two of a tenant's million attributes share one with a probability of one in 18,000.
 */
export function attributeHash(bytes: Uint8Array): number {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (const byte of bytes) {
    high = Math.imul(high ^ byte, 0x9e3779b1);
    low = Math.imul(low ^ byte, 0x5f356495);
  }
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35);
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35);
  return (high >>> 11) * 2 ** 32 + (low >>> 0);
}
