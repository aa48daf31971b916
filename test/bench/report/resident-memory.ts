import { readFile } from 'node:fs/promises';

/** What of a process is in memory now, in bytes; 0 where it is gone or this is not Linux. */
export async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) * 1_024;
}
