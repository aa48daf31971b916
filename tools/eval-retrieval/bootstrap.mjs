import { randomNumbers } from '../calibration/corpus.mjs';

const samples = 1_000;
const seed = 20_261_121;

/** The 95 % percentile interval of a statistic over items drawn with replacement; the same in every run. */
export function bootstrap(items, statistic) {
  const random = randomNumbers(seed);
  const values = Array.from({ length: samples }, () =>
    statistic(Array.from(items, () => items[Math.floor(random() * items.length)])),
  ).sort((a, b) => a - b);
  return [values[Math.floor(samples * 0.025)], values[Math.ceil(samples * 0.975) - 1]];
}
