/** Ids from the first on and below the second. UUIDv7 grow with time. */
export interface IdRange {
  readonly from: string;
  readonly to: string;
}

/** Below and above all ids. */
export const MIN_ID = '00000000-0000-0000-0000-000000000000';
export const MAX_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** What tells the rows of a range from what they were: how many there are, and a hash of their ids and versions. */
export interface RangeState {
  readonly memories: number;
  readonly digest: string;
}

/** Packed observations, one behind the other. */
export interface PackedBytes {
  /** In memory that threads share; never written to again. */
  readonly packed: Uint8Array;
  /** Of all chunks of this process only this one has it: what was made of a chunk can be kept by it. Not of what is read once. */
  readonly revision?: number;
}

/** The packed observations of a range of ids, as they were when its digest was made. */
export interface PackedChunk extends IdRange, RangeState, PackedBytes {
  readonly revision: number;
}

let revisions = 0;

/** Of what is read once. */
export function packedBytes(bytes: Uint8Array): PackedBytes {
  const packed = new Uint8Array(new SharedArrayBuffer(bytes.byteLength));
  packed.set(bytes);
  return { packed };
}

export function packedChunk(range: IdRange, { memories, digest }: RangeState, bytes: Uint8Array): PackedChunk {
  revisions += 1;
  return { from: range.from, to: range.to, memories, digest, ...packedBytes(bytes), revision: revisions };
}

/** Without those that hold nothing: a neighbour takes their range. The same range in all, the newest first. */
export function withoutEmpty(chunks: readonly PackedChunk[]): PackedChunk[] {
  const full: PackedChunk[] = [];
  for (const chunk of chunks) {
    const newer = full.at(-1);
    if (newer === undefined) full.push(chunk);
    else if (chunk.memories === 0) full.splice(-1, 1, { ...newer, from: chunk.from });
    else if (newer.memories === 0) full.splice(-1, 1, { ...chunk, to: newer.to });
    else full.push(chunk);
  }
  return full;
}

export function countOf(chunks: readonly RangeState[]): number {
  return chunks.reduce((sum, { memories }) => sum + memories, 0);
}
