/** Of a midpoint rule over (0, 1): exact to the third digit. */
const STEPS = 24;

/**
 * How likely so many draws without repeating miss one thing, up to a number of draws; the index is their number. Each draw
 * takes one of what is left by its chance. In other words: everything comes at an exponential time by its chance, and the
 * thing is missed where as many others come before it.
 *
 * @param chance of the thing in one draw, in (0, 1)
 * @param others chances of all else; only their proportions count
 */
export function missedByDraws(chance: number, others: readonly number[], draws: number): number[] {
  const all = others.reduce((sum, one) => sum + one, 0);
  const powers = others.map((one) => ((one / all) * (1 - chance)) / chance);
  const missed = new Array<number>(draws + 1).fill(0);
  const came = new Float64Array(draws + 1);
  for (let step = 0; step < STEPS; step += 1) {
    const logNotYet = Math.log(1 - (step + 0.5) / STEPS);
    came.fill(0);
    came[0] = 1;
    for (const power of powers) addOne(came, -Math.expm1(power * logNotYet));
    let fewer = 0;
    for (let number = 0; number <= draws; number += 1) {
      missed[number] = (missed[number] ?? 0) + (1 - fewer) / STEPS;
      fewer += came[number] ?? 0;
    }
  }
  return missed;
}

/** How likely so many of some things come, the index, with one more that comes by this chance. */
function addOne(came: Float64Array, chance: number): void {
  for (let number = came.length - 1; number > 0; number -= 1) {
    came[number] = (came[number] ?? 0) * (1 - chance) + (came[number - 1] ?? 0) * chance;
  }
  came[0] = (came[0] ?? 0) * (1 - chance);
}
