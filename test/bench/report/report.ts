import type { Comparison } from './comparison.js';
import type { ImportFigures } from '../load/import-run.js';
import type { Figures } from '../data/sample.js';
import { PROCESSES } from './processor-time.js';

const IMPORT_RATE_WANTED = 300;
const IMPORT_MEGABYTES_WANTED = 900;
/** Milliseconds below which a server had nothing to do. */
const SHOWN = 0.01;

/** @param other what the service is held against: `floor`, or a commit */
export function timeColumns(other: string): string[] {
  const theirs = [`${other} p50`, `${other} p95`, `${other} per s`];
  return ['operation', 'memories', 'clients', 'p50 ms', 'p95 ms', 'per s', ...theirs, 'ratio', 'rounds', 'wanted'];
}

/** Milliseconds of processor time a request. Servers that took none in any line have no column. */
export function processorTable(other: string, comparisons: readonly Comparison[]): string {
  const sides = [
    { head: '', of: ({ service }: Comparison) => service.cpu },
    { head: `${other} `, of: ({ floor }: Comparison) => floor.cpu },
  ];
  const busy = PROCESSES.filter((name) => comparisons.some((one) => sides.some(({ of }) => of(one)[name] >= SHOWN)));
  const columns = sides.flatMap(({ head, of }) => busy.map((name) => ({ head: `${head}${name}`, name, of })));
  const rows = comparisons.map((one) => {
    const ratios = one.rounds.map(({ service, floor }) => service.cpu.node / floor.cpu.node);
    return [
      ...[one.operation, String(one.size), String(one.concurrency)],
      ...columns.map(({ name, of }) => of(one)[name].toFixed(2)),
      ...[(one.service.cpu.node / one.floor.cpu.node).toFixed(2), spreadOf(ratios)],
    ];
  });
  return table(['operation', 'memories', 'clients', ...columns.map(({ head }) => head), 'node ratio', 'rounds'], rows);
}

function spreadOf(ratios: readonly number[]): string {
  return `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`;
}

export function comparisonRow({
  operation,
  size,
  concurrency,
  service,
  floor,
  ratio,
  wanted,
  rounds,
}: Comparison): string[] {
  const ratios = rounds.map((round) => round.service.throughput / round.floor.throughput);
  const verdict = wanted === undefined ? '' : `${wanted.toFixed(1)} ${ratio >= wanted ? 'ok' : 'MISSED'}`;
  return [
    operation,
    String(size),
    String(concurrency),
    ...cells(service),
    ...cells(floor),
    ratio.toFixed(2),
    spreadOf(ratios),
    verdict,
  ];
}

/** Words on the left, numbers on the right. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, i) => Math.max(title.length, ...rows.map((row) => (row[i] ?? '').length)));
  const line = (cellsOf: readonly string[]): string =>
    `| ${widths.map((width, i) => (i === 0 ? (cellsOf[i] ?? '').padEnd(width) : (cellsOf[i] ?? '').padStart(width))).join(' | ')} |`;
  const rule = `|${widths.map((width, i) => (i === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`;
  return [line(head), rule, ...rows.map(line)].join('\n');
}

export function importLine({ records, seconds, peakMegabytes }: ImportFigures): string {
  const rate = records / seconds;
  const memory = peakMegabytes === undefined ? 'unknown here' : `${peakMegabytes.toFixed(0)} MB`;
  const words = [
    `import of ${records} memories: ${seconds.toFixed(1)} s with start-up, ${rate.toFixed(0)} a second`,
    `(wanted ${IMPORT_RATE_WANTED}: ${rate >= IMPORT_RATE_WANTED ? 'ok' : 'MISSED'}), peak memory ${memory}`,
    `(wanted under ${IMPORT_MEGABYTES_WANTED} MB: ${(peakMegabytes ?? 0) < IMPORT_MEGABYTES_WANTED ? 'ok' : 'MISSED'})`,
  ];
  return words.join(' ');
}

/** Imports are few a second. */
function cells({ p50, p95, throughput }: Figures): string[] {
  return [p50.toFixed(2), p95.toFixed(2), throughput.toFixed(throughput < 10 ? 1 : 0)];
}
