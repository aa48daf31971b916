/**
 * Benjamini and Hochberg's adjusted p-values: reporting everything at or below q keeps the expected share of false
 * findings at q. Hypotheses that were tried but are not in the list count through `tried`.
 * @param p of the hypotheses worth listing, in any order
 * @param tried how many were tested in all, at least as many as listed; those left out must have larger p
 */
export function adjustedByBenjaminiHochberg(p: readonly number[], tried: number): number[] {
  const order = p.map((_, index) => index).sort((a, b) => (p[a] ?? 1) - (p[b] ?? 1));
  const adjusted = new Array<number>(p.length).fill(1);
  let smallest = 1;
  for (let rank = order.length; rank > 0; rank -= 1) {
    const index = order[rank - 1] ?? 0;
    smallest = Math.min(smallest, ((p[index] ?? 1) * tried) / rank);
    adjusted[index] = smallest;
  }
  return adjusted;
}
