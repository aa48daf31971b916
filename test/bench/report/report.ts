import type { Comparison } from './comparison.js';
import type { ImportFigures } from '../load/import-run.js';
import type { Figures } from '../data/sample.js';

const IMPORT_RATE_WANTED = 300;
const IMPORT_MEGABYTES_WANTED = 900;

export const COLUMNS = [
  'operation',
  'memories',
  'clients',
  'p50 ms',
  'p95 ms',
  'per s',
  'floor p50',
  'floor p95',
  'floor per s',
  'ratio',
  'rounds',
  'wanted',
] as const;

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
  const spread = `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`;
  const verdict = wanted === undefined ? '' : `${wanted.toFixed(1)} ${ratio >= wanted ? 'ok' : 'MISSED'}`;
  return [
    operation,
    String(size),
    String(concurrency),
    ...cells(service),
    ...cells(floor),
    ratio.toFixed(2),
    spread,
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

function cells({ p50, p95, throughput }: Figures): string[] {
  return [p50.toFixed(2), p95.toFixed(2), throughput.toFixed(0)];
}
