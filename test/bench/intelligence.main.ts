import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { eventually } from '../support/eventually.js';
import { cpuMsOf } from './report/cpu-time.js';
import { diaryOf } from './data/diary.js';
import { drive, figuresOf, type Sample } from './data/sample.js';
import { BUILT } from './revision/built.js';
import { ServiceProcess } from './load/service-process.js';

const TENANT = '00000000-0000-0000-0000-000000000001';
const API = '/api/v1';
const CHUNK = 5_000;
const QUIET_READS = 200;
/** A run of a small tenant is over after a dozen: the slowest of so few says nothing. */
const MIN_READS = 200;
const SETTLED_WITHIN_MS = 600_000;
const RSS_MS = 25;

const USAGE = `npm run bench:intelligence -- [options]
  --sizes 1000,100000   memories in the tenant, one table for each; both endpoints, on the embedded database
  --requests 20         requests a measurement
  --warm-up 20          chains of other topics before: until then the tenant is read into memory, and code is compiled
  --data FOLDER         keeps the memories in FOLDER/<size>, and takes them from there where it is: repeats take minutes less
`;

/** One tenant on a service of its own. */
interface Bed {
  readonly service: ServiceProcess;
  readonly key: string;
}

/** How many requests. */
interface Counts {
  readonly requests: number;
  readonly warmUp: number;
}

async function main(): Promise<void> {
  const options = {
    sizes: { type: 'string', default: '1000,100000' },
    requests: { type: 'string', default: '20' },
    'warm-up': { type: 'string', default: '20' },
    data: { type: 'string' },
  } as const;
  const { values } = parseArgs({ options });
  const counts = { requests: Number(values.requests), warmUp: Number(values['warm-up']) };
  for (const size of values.sizes.split(',').map(Number)) await measure(size, counts, values.data);
}

async function measure(size: number, { requests, warmUp }: Counts, data: string | undefined): Promise<void> {
  const dir = data === undefined ? await mkdtemp(join(tmpdir(), 'mneme-bench-')) : join(data, String(size));
  await mkdir(dir, { recursive: true });
  const bed = await ServiceProcess.startEmbedded(dir, { built: BUILT, env: {}, flags: [] });
  try {
    const started = performance.now();
    const ids = await load(bed, size);
    print(`${size} memories, loaded and analysed in ${seconds(performance.now() - started)} s`);
    const topicAt = (place: number): string => diaryOf(1, place)[0]?.content.slice(0, 60) ?? '';
    const topics = Array.from({ length: requests }, (_, i) => topicAt(7 * i));
    for (let i = 0; i < warmUp; i++) await ask(bed, 'decision-chain', { topic: topicAt(7 * i + 3) });
    await report(bed, 'decision-chain', () => drive(topics, 1, (topic) => ask(bed, 'decision-chain', { topic })));
    const runs = Array.from({ length: Math.ceil(requests / 2) }, () => ({}));
    await ask(bed, 'implicit-patterns', {});
    await report(bed, 'implicit-patterns', () => drive(runs, 1, (run) => ask(bed, 'implicit-patterns', run)));
    await beside(bed, ids);
  } finally {
    await bed.service.stop();
    if (data === undefined) await rm(dir, { recursive: true });
  }
}

/** GET /memories/{id} alone and while patterns are looked for, and the memory that such runs take. */
async function beside(bed: Bed, ids: readonly string[]): Promise<void> {
  const read = (id: string): Promise<unknown> => call(bed, 'GET', `/memories/${id}?tenantId=${TENANT}`);
  const some = Array.from({ length: QUIET_READS }, (_, i) => ids[(i * 37) % ids.length] ?? '');
  await drive(some, 1, read);
  const quiet = figuresOf(await drive(some, 1, read));
  const before = await residentMegabytes(bed);
  let peak = before;
  const timer = setInterval(() => void residentMegabytes(bed).then((now) => (peak = Math.max(peak, now))), RSS_MS);
  const latencies: number[] = [];
  let runs = 0;
  const start = performance.now();
  for (; latencies.length < MIN_READS; runs++) latencies.push(...(await duringRun(bed, read, some)));
  clearInterval(timer);
  const busy = figuresOf({ latencies, seconds: (performance.now() - start) / 1_000 });
  const during = `${ms(busy.p95)} during pattern runs (${latencies.length} reads, ${runs} runs)`;
  print(`  GET /memories/{id} p95: ${ms(quiet.p95)} alone, ${during}, ${(busy.p95 / quiet.p95).toFixed(2)} times`);
  print(
    `  resident memory: ${before.toFixed(0)} MB, at most ${peak.toFixed(0)} MB during the runs, ${(peak - before).toFixed(0)} MB more`,
  );
}

/** How long reads take, one after the other, until one run has ended. */
async function duringRun(
  bed: Bed,
  read: (id: string) => Promise<unknown>,
  ids: readonly string[],
): Promise<readonly number[]> {
  const run = { done: false };
  const ended = ask(bed, 'implicit-patterns', {}).finally(() => (run.done = true));
  const latencies: number[] = [];
  while (!run.done) latencies.push(...(await drive([ids[latencies.length % ids.length] ?? ''], 1, read)).latencies);
  await ended;
  return latencies;
}

/** Imports, and waits until nothing is left to analyse. @returns the ids of the newest memories */
async function load(bed: Bed, size: number): Promise<string[]> {
  for (let from = await stored(bed); from < size; from += CHUNK) {
    const lines = diaryOf(Math.min(CHUNK, size - from), from).map((record) => JSON.stringify(record));
    await call(bed, 'POST', `/memories/import?tenantId=${TENANT}`, lines.join('\n'), 'application/x-ndjson');
  }
  await eventually(async () => {
    const { warnings } = await ask(bed, 'implicit-patterns', { minOccurrences: 1_000 });
    if ((warnings as string[]).some((text) => text.includes('not analysed yet'))) throw new Error('not analysed yet');
  }, SETTLED_WITHIN_MS);
  const { memories } = await call(bed, 'GET', `/memories?tenantId=${TENANT}&limit=100`);
  return (memories as { id: string }[]).map(({ id }) => id);
}

/** Memories that are there from an earlier run. */
async function stored(bed: Bed): Promise<number> {
  const { pagination } = await call(bed, 'GET', `/memories?tenantId=${TENANT}&limit=1`);
  return (pagination as { total: number }).total;
}

function ask(bed: Bed, what: string, body: object): Promise<Record<string, unknown>> {
  return call(bed, 'POST', `/intelligence/${what}`, JSON.stringify({ tenantId: TENANT, ...body }));
}

async function call({ service, key }: Bed, method: string, path: string, body?: string, type = 'application/json') {
  const headers = { authorization: `Bearer ${key}`, ...(body === undefined ? {} : { 'content-type': type }) };
  const response = await fetch(service.url + API + path, { method, headers, ...(body === undefined ? {} : { body }) });
  const answer = (await response.json()) as { data?: Record<string, unknown> };
  if (answer.data === undefined) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
  return answer.data;
}

async function residentMegabytes({ service }: Bed): Promise<number> {
  const status = await readFile(`/proc/${service.pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1_024;
}

async function report({ service }: Bed, name: string, work: () => Promise<Sample>): Promise<void> {
  const before = await cpuMsOf(service.pid);
  const sample = await work();
  const cpu = ((await cpuMsOf(service.pid)) - before) / sample.latencies.length;
  const { p50, p95 } = figuresOf(sample);
  print(`  ${name}: p50 ${ms(p50)}, p95 ${ms(p95)}, CPU ${ms(cpu)} (${sample.latencies.length} requests)`);
}

function ms(value: number): string {
  return `${value.toFixed(1)} ms`;
}

function seconds(value: number): string {
  return (value / 1_000).toFixed(0);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(error instanceof TypeError ? `${error.message}\n${USAGE}` : `${String(error)}\n`);
  process.exit(1);
});
