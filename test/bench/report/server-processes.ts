import { readdir, readFile } from 'node:fs/promises';
import { TICK_MS } from './cpu-time.js';

/** A process and those that it has started. */
export interface Family {
  readonly name: string;
  readonly pid: number;
}

/** Milliseconds of processor time so far, children that have ended included. Linux only; 0 elsewhere. */
export async function familyCpuMs({ pid }: Family): Promise<number> {
  const fields = await Promise.all((await familyOf(pid)).map(statOf));
  return (
    fields.reduce((sum, stat) => sum + stat.slice(11, 15).reduce((ticks, field) => ticks + Number(field), 0), 0) *
    TICK_MS
  );
}

/** Bytes of its own in memory, and of files that are mapped. What processes share is counted once. */
export async function familyMemory({ pid }: Family): Promise<{ anonymous: number; files: number; shared: number }> {
  const rollups = await Promise.all((await familyOf(pid)).map((each) => textOf(`/proc/${each}/smaps_rollup`)));
  const sum = (name: string): number =>
    1_024 * rollups.reduce((kb, text) => kb + Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0), 0);
  return { anonymous: sum('Pss_Anon'), files: sum('Pss_File'), shared: sum('Pss_Shmem') };
}

/** The process that has started this one; 0 where it is gone. */
export async function parentOf(pid: number): Promise<number> {
  return Number((await statOf(pid))[1] ?? 0);
}

async function familyOf(pid: number): Promise<number[]> {
  if (pid === 0) return [];
  const others = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = await Promise.all(others.map(parentOf));
  return [pid, ...others.filter((_, i) => parents[i] === pid)];
}

/** From the state on: the name before it, in brackets, may hold blanks. */
async function statOf(pid: number): Promise<string[]> {
  const stat = await textOf(`/proc/${pid}/stat`);
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

async function textOf(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}
