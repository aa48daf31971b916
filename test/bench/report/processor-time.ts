import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { cpuMsOf, TICK_MS } from './cpu-time.js';
import { median } from '../data/sample.js';

/** Servers that a profile has beside the service: the names of their processes on Linux. */
const SERVERS = { postgres: 'postgres', qdrant: 'qdrant', redis: 'redis-server' } as const;

/** Milliseconds of processor time, spent so far or for one request. Linux only; 0 elsewhere. */
export interface ProcessorTime {
  /** The service or its floor, with all threads. */
  readonly node: number;
  readonly postgres: number;
  readonly qdrant: number;
  readonly redis: number;
}

export const PROCESSES = ['node', 'postgres', 'qdrant', 'redis'] as const satisfies readonly (keyof ProcessorTime)[];

const LOOK_MS = 400;
/** Share of a core that a service without work stays below. */
const QUIET = 0.1;
const QUIET_WITHIN_MS = 120_000;

/**
 * What this process and the servers of this machine have spent so far. What others ask of the same servers at the same time is
 * counted too.
 */
export async function processorTime(pid: number): Promise<ProcessorTime> {
  const [node, { postgres, qdrant, redis }] = await Promise.all([cpuMsOf(pid), serversTime()]);
  return { node, postgres, qdrant, redis };
}

/** Of one of so many requests between two looks. */
export function spentEach(before: ProcessorTime, after: ProcessorTime, count: number): ProcessorTime {
  return map((name) => (after[name] - before[name]) / count);
}

export function medianTime(times: readonly ProcessorTime[]): ProcessorTime {
  return map((name) => median(times.map((time) => time[name])));
}

/** Resolves when the process does nothing any more: what a request leaves to be done is part of what it costs. */
export async function quiet(pid: number, lookMs = LOOK_MS): Promise<void> {
  const end = Date.now() + QUIET_WITHIN_MS;
  for (let before = -Infinity, now = await cpuMsOf(pid); now - before > QUIET * lookMs && Date.now() < end;) {
    before = now;
    await pause(lookMs);
    now = await cpuMsOf(pid);
  }
}

function map(value: (name: keyof ProcessorTime) => number): ProcessorTime {
  return { node: value('node'), postgres: value('postgres'), qdrant: value('qdrant'), redis: value('redis') };
}

/** With the processes that have ended: a server knows what its own children took. */
async function serversTime(): Promise<Omit<ProcessorTime, 'node'>> {
  const times = { postgres: 0, qdrant: 0, redis: 0 };
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const stats = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')));
  for (const stat of stats) {
    const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
    const server = Object.entries(SERVERS).find(([, process]) => process === name)?.[0] as
      keyof typeof times | undefined;
    if (server === undefined) continue;
    const ticks = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 15)
      .map(Number);
    times[server] += ticks.reduce((sum, each) => sum + each, 0) * TICK_MS;
  }
  return times;
}
