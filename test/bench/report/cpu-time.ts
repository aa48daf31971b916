import { readFile } from 'node:fs/promises';

/** Milliseconds of processor time that each side has spent so far. */
export interface CpuTime {
  readonly service: number;
  readonly database: number;
}

/** Linux counts in hundredths of a second. */
export const TICK_MS = 10;

/** What a process with all its threads has spent so far, in milliseconds; 0 where it is gone or this is not Linux. */
export async function cpuMsOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name before them, in brackets, may hold blanks.
  const [user = '0', system = '0'] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return (Number(user) + Number(system)) * TICK_MS;
}

/** What was spent between two looks, over so many pieces of work. */
export function cpuEach(before: CpuTime, after: CpuTime, count: number): CpuTime {
  return {
    service: (after.service - before.service) / count,
    database: (after.database - before.database) / count,
  };
}

export function describeCpu({ service, database }: CpuTime): string {
  return `CPU ${service.toFixed(2)} ms service, ${database.toFixed(2)} ms database`;
}
