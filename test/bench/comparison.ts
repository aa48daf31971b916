import type { FloorProcess } from './floor/floor-process.js';
import type { Operation } from './operations.js';
import { figuresOf, medianFigures, type Figures, type Task } from './sample.js';

/** One line of the table. */
export interface Comparison {
  readonly operation: string;
  readonly size: number;
  readonly concurrency: number;
  readonly service: Figures;
  readonly floor: Figures;
  /** The service's throughput as a share of its floor's. */
  readonly ratio: number;
  readonly wanted: number | undefined;
  readonly rounds: readonly { readonly service: Figures; readonly floor: Figures }[];
}

export interface ComparisonPlan {
  readonly rounds: number;
  readonly share: number;
}

/** Service and floor take turns, so that noise of the machine meets both; the first turn of each only warms up. */
export async function compare(
  operation: Operation,
  floor: FloorProcess,
  size: number,
  concurrency: number,
  plan: ComparisonPlan,
): Promise<Comparison> {
  const task = taskOf(operation, concurrency, plan.share);
  const warmUp = { ...task, count: Math.ceil(task.count / 4) };
  await operation.service(warmUp);
  await operation.floor(floor, warmUp);
  const rounds: { service: Figures; floor: Figures }[] = [];
  for (let round = 0; round < plan.rounds; round++) {
    rounds.push({
      service: figuresOf(await operation.service(task)),
      floor: figuresOf(await operation.floor(floor, task)),
    });
  }
  const own = medianFigures(rounds.map((each) => each.service));
  const bare = medianFigures(rounds.map((each) => each.floor));
  const ratio = own.throughput / bare.throughput;
  return {
    operation: operation.name,
    size,
    concurrency,
    service: own,
    floor: bare,
    ratio,
    wanted: operation.wanted,
    rounds,
  };
}

export function taskOf({ counts }: Operation, concurrency: number, share: number): Task {
  return { count: Math.max(concurrency, Math.ceil((concurrency === 1 ? counts[0] : counts[1]) * share)), concurrency };
}
