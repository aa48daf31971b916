import { cpus, loadavg, totalmem } from 'node:os';

/** A line about what the figures are of. */
export function machine(): string {
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return `Node.js ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim() ?? '?'}, ${gigabytes} GB, load ${load()}`;
}

/** Of the last one, five and fifteen minutes. */
export function load(): string {
  return loadavg()
    .map((value) => value.toFixed(1))
    .join(' ');
}
