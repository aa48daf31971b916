import { normalUpperTail } from '../statistics/normal.js';

/** How far above the mean a memory must lie to be of a theme, in standard deviations: wide and narrow. */
const DEVIATIONS = [3, 4] as const;

/** What belongs to a theme: all that lies so near its centre. */
export interface ThemeBound {
  /** Least cosine to the centre. */
  readonly cosine: number;
  /** How likely a memory of a Gaussian with the tenant's mean and covariance lies as near. */
  readonly chance: number;
}

/**
 * Along the direction of a centre, a Gaussian with the mean and covariance of all memories is a normal variable with the
 * mean and variance that their cosines to the centre have: so it need not be drawn. The theme's own memories widen it,
 * which makes the chance larger than it is.
 * @param lists cosines of memories to the centre
 */
export function themeBounds(lists: readonly Float32Array[]): ThemeBound[] {
  let count = 0;
  let sum = 0;
  let square = 0;
  for (const cosines of lists) {
    for (const cosine of cosines) {
      sum += cosine;
      square += cosine * cosine;
    }
    count += cosines.length;
  }
  const mean = sum / count;
  const deviation = Math.sqrt(Math.max(0, square / count - mean * mean));
  return DEVIATIONS.map((times) => ({ cosine: mean + times * deviation, chance: normalUpperTail(times) }));
}
