/** How good one ranking of externalIds is for a question; `grades` is Map(externalId, 1 helps | 2 answers), never empty. */

/** Gain 2^g − 1, discount log2(place + 1), against the best possible order. */
export function ndcg(ranked, grades, depth = 10) {
  const ideal = [...grades.values()].sort((a, b) => b - a);
  return (
    discounted(
      ranked.map((id) => grades.get(id) ?? 0),
      depth,
    ) / discounted(ideal, depth)
  );
}

/** Share of all relevant memories, of either grade; below 1 at best where there are more than `depth`. */
export function recall(ranked, grades, depth) {
  return ranked.slice(0, depth).filter((id) => grades.has(id)).length / grades.size;
}

/** Of the first relevant memory, of either grade. */
export function reciprocalRank(ranked, grades) {
  const place = ranked.findIndex((id) => grades.has(id));
  return place < 0 ? 0 : 1 / (place + 1);
}

function discounted(grades, depth) {
  return grades.slice(0, depth).reduce((sum, grade, place) => sum + (2 ** grade - 1) / Math.log2(place + 2), 0);
}
