/** What both sides are asked to do. */
export interface Task {
  readonly count: number;
  readonly concurrency: number;
}

/** One measurement. */
export interface Sample {
  /** Milliseconds, one a request. */
  readonly latencies: readonly number[];
  readonly seconds: number;
}

/** What a measurement comes to. */
export interface Figures {
  /** Milliseconds. */
  readonly p50: number;
  readonly p95: number;
  /** Requests a second. */
  readonly throughput: number;
}

export function figuresOf({ latencies, seconds }: Sample): Figures {
  const sorted = latencies.toSorted((a, b) => a - b);
  return { p50: quantile(sorted, 0.5), p95: quantile(sorted, 0.95), throughput: latencies.length / seconds };
}

/** Each figure's median over rounds. */
export function medianFigures(rounds: readonly Figures[]): Figures {
  const of = (name: keyof Figures): number => median(rounds.map((figures) => figures[name]));
  return { p50: of('p50'), p95: of('p95'), throughput: of('throughput') };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

/** Does the work for every input, so many at once, in this process. */
export async function drive<T>(
  inputs: readonly T[],
  concurrency: number,
  work: (input: T) => Promise<unknown>,
): Promise<Sample> {
  const latencies: number[] = [];
  const waiting = inputs.values();
  const start = performance.now();
  const client = async (): Promise<void> => {
    // All clients take from the one iterator.
    for (const input of waiting) {
      const begin = performance.now();
      await work(input);
      latencies.push(performance.now() - begin);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, client));
  return { latencies, seconds: (performance.now() - start) / 1_000 };
}
