import 'reflect-metadata';
import { writeFile } from 'node:fs/promises';
import { compare, type Comparison } from './report/comparison.js';
import { Corpus } from './data/corpus.js';
import { makeBed } from './beds/make-bed.js';
import { operationsOn, type Operation } from './load/operations.js';
import { orUsage } from './report/or-usage.js';
import { readOptions, USAGE, type BenchOptions } from './report/options.js';
import { load, machine } from './report/machine.js';
import { profileService } from './load/service-profile.js';
import { comparisonRow, importLine, processorTable, table, timeColumns } from './report/report.js';
import { BUILT } from './revision/built.js';
import { builtRevision, type BuiltRevision } from './revision/built-revision.js';

async function main(): Promise<void> {
  // What was started and written goes at the end of the process.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
  if (process.argv.includes('--help')) {
    console.log(USAGE);
    return;
  }
  const options = await orUsage(USAGE, () => readOptions(process.argv.slice(2)));
  const revision = await orUsage(USAGE, () =>
    options.against === undefined ? undefined : builtRevision(options.against),
  );
  const corpus = await Corpus.open(options.data);
  console.log(`${machine()}, profile ${options.profile}, texts ${options.data === undefined ? 'generated' : 'given'}`);
  const results: Comparison[] = [];
  const imports: unknown[] = [];
  for (const size of options.sizes) {
    if (options.cpuProf) {
      console.log(await profileService(corpus, size, options));
      continue;
    }
    const { comparisons, imported } = await compareAll(corpus, size, options, revision);
    results.push(...comparisons);
    if (imported !== undefined) imports.push(imported);
  }
  if (results.length > 0) console.log(tables(results, revision?.commit ?? 'floor'));
  if (options.json !== undefined) {
    const report = { machine: machine(), profile: options.profile, at: new Date().toISOString(), imports, results };
    await writeFile(options.json, `${JSON.stringify(report, null, 2)}\n`);
  }
}

async function compareAll(
  corpus: Corpus,
  size: number,
  options: BenchOptions,
  revision: BuiltRevision | undefined,
): Promise<{ comparisons: Comparison[]; imported: unknown }> {
  const memories = corpus.memories(size);
  const withFloor = revision === undefined;
  const bed = await makeBed(options.profile, memories, { built: BUILT, flags: [], withFloor });
  const other =
    revision && (await makeBed(options.profile, memories, { built: revision.built, flags: [], withFloor: false }));
  const comparisons: Comparison[] = [];
  try {
    if (bed.imported !== undefined) console.log(importLine(bed.imported));
    const own = await operationsOn(bed, corpus, options.credentials);
    const theirs = other && (await operationsOn(other, corpus, options.credentials));
    for (const operation of theirs === undefined ? own : beside(own, theirs)) {
      for (const concurrency of options.concurrencies) {
        const compared = await compare(operation, size, concurrency, options);
        comparisons.push(...compared);
        for (const comparison of compared) console.log(comparisonRow(comparison).join('  '));
      }
    }
  } finally {
    await bed.close();
    await other?.close();
  }
  return { comparisons, imported: bed.imported };
}

/** The other commit's service stands where the floor does, and nothing is wanted of the ratio. */
function beside(own: readonly Operation[], theirs: readonly Operation[]): Operation[] {
  return own.flatMap((operation, i) => {
    const other = theirs[i]?.service;
    return other === undefined ? [] : [{ ...operation, wanted: undefined, floors: [other] }];
  });
}

function tables(results: readonly Comparison[], other: string): string {
  const times = table(timeColumns(other), results.map(comparisonRow));
  const head = 'Processor time a request, in ms';
  return `\n${times}\n\n${head}:\n\n${processorTable(other, results)}\n\nload at the end ${load()}`;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.exit(1);
});
