import type { FloorProcess } from '../floor/floor-process.js';
import type { Floor, Operation } from '../load/operations.js';
import { figuresOf, medianFigures, type Figures, type Task } from '../data/sample.js';

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

/** Service and floors take turns, so that noise of the machine meets all; the first turn of each only warms up. */
export async function compare(
  operation: Operation,
  floor: FloorProcess,
  size: number,
  concurrency: number,
  plan: ComparisonPlan,
): Promise<Comparison[]> {
  const task = taskOf(operation, concurrency, plan.share);
  const warmUp = { ...task, count: Math.ceil(task.count / 4) };
  await operation.service(warmUp);
  for (const { run } of operation.floors) await run(floor, warmUp);
  const services: Figures[] = [];
  const floors = new Map<Floor, Figures[]>(operation.floors.map((each) => [each, []]));
  for (let round = 0; round < plan.rounds; round++) {
    services.push(figuresOf(await operation.service(task)));
    for (const [each, figures] of floors) figures.push(figuresOf(await each.run(floor, task)));
  }
  return [...floors].map(([each, bare]) => ({
    operation: each.name === undefined ? operation.name : `${operation.name} / ${each.name}`,
    size,
    concurrency,
    ...against(services, bare),
    wanted: operation.wanted,
  }));
}

function against(
  services: readonly Figures[],
  floors: readonly Figures[],
): Pick<Comparison, 'service' | 'floor' | 'ratio' | 'rounds'> {
  const service = medianFigures(services);
  const floor = medianFigures(floors);
  const rounds = services.flatMap((own, i) => (floors[i] === undefined ? [] : [{ service: own, floor: floors[i] }]));
  return { service, floor, ratio: service.throughput / floor.throughput, rounds };
}

export function taskOf({ counts }: Operation, concurrency: number, share: number): Task {
  return { count: Math.max(concurrency, Math.ceil((concurrency === 1 ? counts[0] : counts[1]) * share)), concurrency };
}
