import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ScaleBed } from './beds/scale.bed.js';
import { A_SMALL_DAY, fillMany, fillOne } from './load/note-import.js';
import { ScaleOperations, type FilledTenant } from './load/scale-operations.js';
import { folderBytes, tableBytes } from './report/bytes-on-disk.js';
import { figuresTable, measured, ratioTable, type ScaleFigures } from './report/scale-figures.js';
import { type Family, familyMemory, parentOf } from './report/server-processes.js';
import { randomNumbers } from '../support/vectors/vector-samples.js';

const ONE = 'scale';
const MB = 1_000_000;

interface ScaleOptions {
  readonly sizes: readonly number[];
  /** Memories of a tenant; all in one where undefined. */
  readonly each: number | undefined;
  readonly requests: number;
  readonly keep: string | undefined;
  /** Whether Qdrant builds its graphs only when all is loaded. */
  readonly indexLast: boolean;
  readonly qdrantPid: number;
  readonly qdrantDir: string | undefined;
}

/**
 * How requests, disk and memory grow with an installation: one tenant, or many of one size, is filled over HTTP, and at each size
 * the same is measured, by one client. On the servers of TEST_DATABASE_URL, TEST_QDRANT_URL and TEST_REDIS_URL.
 * Usage: npm run bench:scale -- --sizes 10000,100000,1000000 [--each 100]
 */
async function main(): Promise<void> {
  const options = readOptions();
  const bed = await ScaleBed.open(options.keep);
  try {
    await new ScaleBench(bed, options).run();
  } finally {
    await bed.close(options.keep !== undefined);
  }
}

class ScaleBench {
  private readonly random = randomNumbers(5);

  constructor(
    private readonly bed: ScaleBed,
    private readonly options: ScaleOptions,
  ) {}

  async run(): Promise<void> {
    const families = await this.families();
    const rows: ScaleFigures[] = [];
    for (const size of this.options.sizes) {
      await this.fill(size);
      const operations = await ScaleOperations.of(this.bed, this.options.requests, size);
      console.log(`measuring at ${size}`);
      const own: ScaleFigures[] = [];
      for (const operation of operations) {
        own.push(await measured(operation, size, () => this.anyOf(size), families));
      }
      console.log(`measured at ${size}\n${figuresTable(families, own)}\n`);
      rows.push(...own);
      await this.resources(families, size);
    }
    console.log(ratioTable(this.options.sizes, rows));
    if (this.bed.service.log.length > 0)
      console.log(`the service logged:\n${this.bed.service.log.slice(0, 20).join('')}`);
  }

  /** Loads what is missing, and waits until it is searchable, indexed by Qdrant, and known to PostgreSQL's planner. */
  private async fill(size: number): Promise<void> {
    const { bed } = this;
    const { each } = this.options;
    const stored = await bed.stored();
    if (this.options.indexLast) await bed.useGraphs(false);
    const start = performance.now();
    if (each === undefined) await fillOne(bed, ONE, stored, size);
    else await fillMany(bed, tenantNames(size / each).slice(Math.ceil(stored / each)), Math.ceil(stored / each), each);
    await bed.indexed();
    const loaded = performance.now();
    if (this.options.indexLast) await bed.useGraphs(true);
    await bed.optimized();
    const built = performance.now();
    await bed.database.query('VACUUM (ANALYZE)');
    await bed.optimized();
    const [seconds, after] = [(loaded - start) / 1_000, (built - loaded) / 1_000];
    const rate = Math.max(0, size - stored) / seconds;
    console.log(
      `${size} memories: loaded in ${seconds.toFixed(0)} s, ${rate.toFixed(0)} a second; Qdrant at rest after another ${after.toFixed(0)} s (load ${loads()})`,
    );
  }

  private anyOf(size: number): FilledTenant {
    const { each } = this.options;
    if (each === undefined) return { name: ONE, first: 0, count: size };
    const i = Math.floor((this.random() * size) / each);
    return { name: tenantName(i), first: i * each, count: each, aDay: A_SMALL_DAY };
  }

  /** The server of PostgreSQL is the parent of what serves this process. */
  private async families(): Promise<Family[]> {
    const { rows } = await this.bed.database.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    return [
      { name: 'service', pid: this.bed.service.pid },
      { name: 'PostgreSQL', pid: await parentOf(rows[0]?.pid ?? 0) },
      { name: 'Qdrant', pid: this.options.qdrantPid },
    ];
  }

  private async resources(families: readonly Family[], size: number): Promise<void> {
    const tables = await tableBytes(this.bed.database);
    const each = (bytes: number): string => (bytes / size).toFixed(0);
    const total = tables.reduce((sum, { table, indexes }) => sum + table + indexes, 0);
    console.log(`PostgreSQL: ${mb(total)}, ${each(total)} bytes a memory`);
    for (const { name, table, indexes } of tables.slice(0, 8))
      console.log(`  ${name}: table ${each(table)}, indexes ${each(indexes)}`);
    const { name, points_count } = await this.bed.collection();
    const { qdrantDir } = this.options;
    const bytes = qdrantDir === undefined ? 0 : await folderBytes(join(qdrantDir, 'collections', name));
    console.log(`Qdrant: ${points_count} points${bytes > 0 ? `, ${mb(bytes)}, ${each(bytes)} bytes a memory` : ''}`);
    for (const family of families) {
      const { anonymous, files, shared } = await familyMemory(family);
      console.log(`memory of ${family.name}: ${mb(anonymous)}, mapped files ${mb(files)}, shared ${mb(shared)}`);
    }
  }
}

function tenantNames(count: number): string[] {
  return Array.from({ length: count }, (_, i) => tenantName(i));
}

function tenantName(i: number): string {
  return `tenant-${i}`;
}

function mb(bytes: number): string {
  return `${(bytes / MB).toFixed(0)} MB`;
}

function loads(): string {
  return loadavg()
    .map((load) => load.toFixed(1))
    .join(' ');
}

function readOptions(): ScaleOptions {
  const { values } = parseArgs({
    options: {
      sizes: { type: 'string', default: '10000,100000,1000000' },
      each: { type: 'string' },
      requests: { type: 'string', default: '200' },
      keep: { type: 'string' },
      'index-last': { type: 'boolean', default: false },
      'qdrant-pid': { type: 'string', default: '0' },
      'qdrant-dir': { type: 'string' },
    },
  });
  return {
    sizes: values.sizes.split(',').map(Number),
    each: values.each === undefined ? undefined : Number(values.each),
    requests: Number(values.requests),
    keep: values.keep,
    indexLast: values['index-last'],
    qdrantPid: Number(values['qdrant-pid']),
    qdrantDir: values['qdrant-dir'],
  };
}

await main();
