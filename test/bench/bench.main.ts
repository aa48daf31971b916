import 'reflect-metadata';
import { writeFile } from 'node:fs/promises';
import { cpus, loadavg, totalmem } from 'node:os';
import { compare, type Comparison } from './report/comparison.js';
import { Corpus } from './data/corpus.js';
import { makeBed } from './beds/make-bed.js';
import { operationsOn } from './load/operations.js';
import { readOptions, USAGE, type BenchOptions } from './report/options.js';
import { profileService } from './load/service-profile.js';
import { COLUMNS, comparisonRow, importLine, table } from './report/report.js';

async function main(): Promise<void> {
  const options = optionsOrUsage();
  const corpus = await Corpus.open(options.data);
  console.log(`${machine()}, profile ${options.profile}, texts ${options.data === undefined ? 'generated' : 'given'}`);
  const results: Comparison[] = [];
  const imports: unknown[] = [];
  for (const size of options.sizes) {
    if (options.cpuProf) {
      console.log(await profileService(corpus, size, options));
      continue;
    }
    const { comparisons, imported } = await compareAll(corpus, size, options);
    results.push(...comparisons);
    if (imported !== undefined) imports.push(imported);
  }
  if (results.length > 0) console.log(`\n${table(COLUMNS, results.map(comparisonRow))}\n\nload at the end ${load()}`);
  if (options.json !== undefined) {
    const report = { machine: machine(), profile: options.profile, at: new Date().toISOString(), imports, results };
    await writeFile(options.json, `${JSON.stringify(report, null, 2)}\n`);
  }
}

async function compareAll(
  corpus: Corpus,
  size: number,
  options: BenchOptions,
): Promise<{ comparisons: Comparison[]; imported: unknown }> {
  const bed = await makeBed(options.profile, corpus.memories(size), { flags: [], withFloor: true });
  const comparisons: Comparison[] = [];
  try {
    if (bed.imported !== undefined) console.log(importLine(bed.imported));
    for (const operation of await operationsOn(bed, corpus)) {
      for (const concurrency of options.concurrencies) {
        if (bed.floor === undefined) continue;
        const compared = await compare(operation, bed.floor, size, concurrency, options);
        comparisons.push(...compared);
        for (const comparison of compared) console.log(comparisonRow(comparison).join('  '));
      }
    }
  } finally {
    await bed.close();
  }
  return { comparisons, imported: bed.imported };
}

function optionsOrUsage(): BenchOptions {
  try {
    return readOptions(process.argv.slice(2));
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
    process.exit(2);
  }
}

function machine(): string {
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return `Node.js ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim() ?? '?'}, ${gigabytes} GB, load ${load()}`;
}

function load(): string {
  return loadavg()
    .map((value) => value.toFixed(1))
    .join(' ');
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.exit(1);
});
