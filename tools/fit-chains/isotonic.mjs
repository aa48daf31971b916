/** Isotonic regression by pooling adjacent violators; steps of few samples join the next. */
const fewest = 20;

/** @returns [{ at, probability }], ascending, the first at 0 */
export function isotonic(samples) {
  const blocks = [];
  for (const { x, y } of samples.toSorted((a, b) => a.x - b.x)) {
    blocks.push({ at: x, sum: y, count: 1 });
    while (blocks.length > 1 && (mean(blocks.at(-2)) >= mean(blocks.at(-1)) || blocks.at(-2).count < fewest)) {
      const last = blocks.pop();
      const before = blocks.at(-1);
      before.sum += last.sum;
      before.count += last.count;
    }
  }
  if (blocks.length > 1 && blocks.at(-1).count < fewest) {
    const last = blocks.pop();
    blocks.at(-1).sum += last.sum;
    blocks.at(-1).count += last.count;
  }
  let least = 0;
  return blocks.map(({ at, sum, count }, i) => {
    // Half a sample of either kind beside them draws short steps to the middle, past a longer one below them.
    least = Math.max(least, (sum + 0.5) / (count + 1));
    return { at: i === 0 ? 0 : at, probability: least };
  });
}

function mean({ sum, count }) {
  return sum / count;
}
