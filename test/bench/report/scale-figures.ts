import { loadavg } from 'node:os';
import type { ExportFigures } from '../load/export-run.js';
import type { FilledTenant, ScaleOperation } from '../load/scale-operations.js';
import { figuresOf } from '../data/sample.js';
import { table } from './report.js';
import { familyCpuMs, type Family } from './server-processes.js';

/** Characters of a failure. */
const SHOWN = 150;

/** One operation at one size. */
export interface ScaleFigures {
  readonly operation: string;
  readonly size: number;
  readonly p50: number;
  readonly p95: number;
  readonly cells: readonly string[];
}

/**
 * Sends an operation's requests one after the other. One that is refused counts with the time that it took.
 * @param tenantAt of the request with this number
 * @param families whose processor time is counted, with that of what is prepared and of work that is left
 */
export async function measured(
  { name, times, prepare, call }: ScaleOperation,
  size: number,
  tenantAt: (i: number) => FilledTenant,
  families: readonly Family[],
): Promise<ScaleFigures> {
  const before = await Promise.all(families.map(familyCpuMs));
  const latencies: number[] = [];
  const failures: string[] = [];
  let last: unknown;
  for (let i = 0; i < times; i++) {
    const tenant = tenantAt(i);
    await prepare?.(tenant, i);
    const start = performance.now();
    last = await call(tenant, i).catch((error: unknown) => failures.push(String(error)));
    latencies.push(performance.now() - start);
  }
  const after = await Promise.all(families.map(familyCpuMs));
  const { p50, p95 } = figuresOf({ latencies, seconds: 1 });
  const cpu = after.map((ms, i) => ((ms - (before[i] ?? 0)) / times).toFixed(1));
  const load = (loadavg()[0] ?? 0).toFixed(1);
  const note = failures[0] === undefined ? noteOf(last) : `${failures.length} failed: ${failures[0].slice(0, SHOWN)}`;
  const cells = [name, String(size), String(times), p50.toFixed(1), p95.toFixed(1), ...cpu, load, note];
  return { operation: name, size, p50, p95, cells };
}

export function figuresTable(families: readonly Family[], rows: readonly ScaleFigures[]): string {
  const cpu = families.map(({ name }) => `${name} CPU ms`);
  const head = ['operation', 'memories', 'calls', 'p50 ms', 'p95 ms', ...cpu, 'load', ''];
  return table(
    head,
    rows.map(({ cells }) => cells),
  );
}

/** Each size beside the first one: p50, which a busy machine disturbs least, and p95. */
export function ratioTable(sizes: readonly number[], rows: readonly ScaleFigures[]): string {
  const names = [...new Set(rows.map(({ operation }) => operation))];
  const lines = names.map((name) => {
    const own = sizes.map((size) => rows.find((row) => row.operation === name && row.size === size));
    const [first] = own;
    const ratios = own
      .slice(1)
      .map((row) => (row && first ? `${over(row.p50, first.p50)}, ${over(row.p95, first.p95)}` : ''));
    return [name, ...own.map((row) => (row ? `${row.p50.toFixed(1)}, ${row.p95.toFixed(1)}` : '')), ...ratios];
  });
  const head = [
    ...sizes.map((size) => `p50, p95 of ${size}`),
    ...sizes.slice(1).map((size) => `${size} over ${sizes[0]}`),
  ];
  return table(['operation', ...head], lines);
}

function over(one: number, other: number): string {
  return (one / other).toFixed(2);
}

function noteOf(answer: unknown): string {
  if (typeof answer !== 'object' || answer === null || !('firstByteMs' in answer)) return '';
  const { memories, firstByteMs, seconds } = answer as ExportFigures;
  return `${(memories / seconds).toFixed(0)} memories a second, first byte after ${firstByteMs.toFixed(0)} ms`;
}
