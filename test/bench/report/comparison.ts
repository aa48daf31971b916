import type { Doer, Floor, Operation } from '../load/operations.js';
import { figuresOf, medianFigures, type Figures, type Task } from '../data/sample.js';
import { medianTime, processorTime, type ProcessorTime, quiet, spentEach } from './processor-time.js';

/** What one side did in one turn. */
export interface Turn extends Figures {
  /** A request. */
  readonly cpu: ProcessorTime;
}

/** One line of the table. */
export interface Comparison {
  readonly operation: string;
  readonly size: number;
  readonly concurrency: number;
  readonly service: Turn;
  readonly floor: Turn;
  /** The service's throughput as a share of its floor's. */
  readonly ratio: number;
  readonly wanted: number | undefined;
  readonly rounds: readonly { readonly service: Turn; readonly floor: Turn }[];
}

export interface ComparisonPlan {
  readonly rounds: number;
  readonly share: number;
}

/** Service and floors take turns, so that noise of the machine meets all; the first turn of each only warms up. */
export async function compare(
  operation: Operation,
  size: number,
  concurrency: number,
  plan: ComparisonPlan,
): Promise<Comparison[]> {
  const task = taskOf(operation, concurrency, plan.share);
  const warmUp = { ...task, count: Math.ceil(task.count / 4) };
  for (const doer of [operation.service, ...operation.floors]) await turn(doer, warmUp, operation);
  const services: Turn[] = [];
  const floors = new Map<Floor, Turn[]>(operation.floors.map((each) => [each, []]));
  for (let round = 0; round < plan.rounds; round++) {
    services.push(await turn(operation.service, task, operation));
    for (const [each, turns] of floors) turns.push(await turn(each, task, operation));
  }
  return [...floors].map(([each, bare]) => ({
    operation: each.name === undefined ? operation.name : `${operation.name} / ${each.name}`,
    size,
    concurrency,
    ...against(services, bare),
    wanted: operation.wanted,
  }));
}

async function turn({ pid, run }: Doer, task: Task, { leavesWork }: Operation): Promise<Turn> {
  const before = await processorTime(pid);
  const sample = await run(task);
  if (leavesWork) await quiet(pid);
  return { ...figuresOf(sample), cpu: spentEach(before, await processorTime(pid), task.count) };
}

function against(
  services: readonly Turn[],
  floors: readonly Turn[],
): Pick<Comparison, 'service' | 'floor' | 'ratio' | 'rounds'> {
  const service = medianTurn(services);
  const floor = medianTurn(floors);
  const rounds = services.flatMap((own, i) => (floors[i] === undefined ? [] : [{ service: own, floor: floors[i] }]));
  return { service, floor, ratio: service.throughput / floor.throughput, rounds };
}

function medianTurn(turns: readonly Turn[]): Turn {
  return { ...medianFigures(turns), cpu: medianTime(turns.map(({ cpu }) => cpu)) };
}

export function taskOf({ counts }: Operation, concurrency: number, share: number): Task {
  return { count: Math.max(concurrency, Math.ceil((concurrency === 1 ? counts[0] : counts[1]) * share)), concurrency };
}
