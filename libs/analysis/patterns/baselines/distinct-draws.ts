/** Between two logarithms of time, and from which one on. The result is within 1 in 10,000 of the exact one. */
const STEP = 0.5;
const FIRST = -2;
/** Times the mean time of the thing: it has come by then. */
const LAST = 12;

/**
 * How likely so many draws without repeating miss one thing, up to a number of draws; the index is their number. Each draw
 * takes one of what is left by its chance. In other words: everything comes at an exponential time by its chance, and the
 * thing is missed where as many others come before it. The sum runs over logarithms of that time: of a rare thing all is
 * decided long before it comes, of a common one about then. Evenly spaced points of a double exponential rule
 * (Takahasi and Mori 1974) are few and exact for both.
 *
 * @param chance of the thing in one draw, in (0, 1)
 * @param others chances of all else; only their proportions count
 */
export function missedByDraws(chance: number, others: readonly number[], draws: number): number[] {
  const all = others.reduce((sum, one) => sum + one, 0);
  const rates = others.map((one) => (one / all) * (1 - chance));
  const missed = new Array<number>(draws + 1).fill(0);
  const came = new Float64Array(draws + 1);
  let weights = 0;
  for (let at = FIRST, time = timeAt(at); chance * time < LAST; at += STEP, time = timeAt(at)) {
    const weight = time * (1 + Math.exp(-at)) * Math.exp(-chance * time);
    weights += weight;
    came.fill(0);
    came[0] = 1;
    for (const rate of rates) addOne(came, -Math.expm1(-rate * time));
    let fewer = 0;
    for (let number = 0; number <= draws; number += 1) {
      missed[number] = (missed[number] ?? 0) + weight * Math.max(0, 1 - fewer);
      fewer += came[number] ?? 0;
    }
  }
  return missed.map((sum) => sum / weights);
}

/** Towards 0 twice as exponential, towards infinity once. */
function timeAt(at: number): number {
  return Math.exp(at - Math.exp(-at));
}

/** How likely so many of some things come, the index, with one more that comes by this chance. */
function addOne(came: Float64Array, chance: number): void {
  for (let number = came.length - 1; number > 0; number -= 1) {
    came[number] = (came[number] ?? 0) * (1 - chance) + (came[number - 1] ?? 0) * chance;
  }
  came[0] = (came[0] ?? 0) * (1 - chance);
}
