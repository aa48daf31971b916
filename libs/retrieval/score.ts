/** What both channels say of a passage. */
export interface ChannelScores {
  /** In [-1, 1]. */
  readonly cosine: number;
  /** In [0, 1]. */
  readonly coverage: number;
}

/**
 * `cosine + a·coverage²`, the score of a passage before any boost. The square keeps one word that a passage shares by
 * chance with a long question from outweighing the meaning, while a passage that holds most of the words still wins.
 *
 * @param lexicalWeight `a` of the model
 */
export function scoreOf({ cosine, coverage }: ChannelScores, lexicalWeight: number): number {
  return cosine + lexicalWeight * coverage * coverage;
}
