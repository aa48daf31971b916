/** What both channels say of a passage. */
export interface ChannelScores {
  /** In [-1, 1]. */
  readonly cosine: number;
  /** In [0, 1]. */
  readonly coverage: number;
}

/** How much words count beside meaning. */
export interface Fusion {
  /** `a`: how much full coverage of the query's terms counts beside a cosine of 1. */
  readonly lexicalWeight: number;
  /** `p`, more than 1: how much less a part of the query's terms counts than its share. */
  readonly lexicalPower: number;
}

/**
 * `cosine + a·coverage^p`, the score of a passage before any boost. The power keeps one word that a passage shares by
 * chance with a long question from outweighing the meaning, while a passage that holds most of the words still wins.
 */
export function scoreOf({ cosine, coverage }: ChannelScores, { lexicalWeight, lexicalPower }: Fusion): number {
  return cosine + lexicalWeight * coverage ** lexicalPower;
}
