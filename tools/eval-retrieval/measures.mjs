/** Measures of runs [{ relevant: Set, relevance: [number], ranked: { channel: [id] } }], each with its interval. */
import { calibrationError } from '../calibration/logistic.mjs';
import { bootstrap } from './bootstrap.mjs';

const found = (ids, relevant, k) => ids.slice(0, k).filter((id) => relevant.has(id)).length;
const recall = (k) => (ids, relevant) => found(ids, relevant, k) / relevant.size;

const measures = {
  'R@1': recall(1),
  'R@5': recall(5),
  'R@10': recall(10),
  'R@25': recall(25),
  MRR: (ids, relevant) => {
    const place = ids.findIndex((id) => relevant.has(id));
    return place < 0 ? 0 : 1 / (place + 1);
  },
  'Any@5': (ids, relevant) => Math.min(1, found(ids, relevant, 5)),
  'P@5': (ids, relevant) => found(ids, relevant, 5) / 5,
};

export function qualityRows(runs) {
  return Object.keys(runs[0].ranked).map((channel) => {
    const cells = Object.entries(measures).map(([name, of]) => {
      const values = runs.map(({ ranked, relevant }) => of(ranked[channel], relevant));
      return [name, interval(values, (sample) => (100 * sum(sample)) / sample.length, 1)];
    });
    return { channel, ...Object.fromEntries(cells) };
  });
}

/** Mean distance between the relevance shown and how often it was right, over ten bins. */
export function calibrationRow(runs) {
  const over = (k) =>
    interval(
      runs.map(({ ranked, relevance, relevant }) => ({
        shown: relevance.slice(0, k),
        right: ranked.fused.slice(0, k).map((id) => (relevant.has(id) ? 1 : 0)),
      })),
      (sample) =>
        calibrationError(
          sample.flatMap(({ shown }) => shown),
          sample.flatMap(({ right }) => right),
        ),
      3,
    );
  return { 'calibration error': 'of the relevance shown', 'top 5': over(5), 'top 25': over(25) };
}

function interval(items, statistic, digits) {
  const [low, high] = bootstrap(items, statistic);
  return `${statistic(items).toFixed(digits)} [${low.toFixed(digits)}, ${high.toFixed(digits)}]`;
}

function sum(values) {
  return values.reduce((total, value) => total + value, 0);
}
