import 'reflect-metadata';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { threadReport, type CpuProfile } from './report/cpu-profile.js';
import { describeCpu } from './report/cpu-time.js';
import { deliveryRate } from './load/delivery-rate.js';
import { slowEffect } from './load/slow-endpoint.js';
import { WebhookBed } from './beds/webhook-bed.js';
import { webhookCost } from './load/webhook-cost.js';

const WANTED = { deliveriesPerSecond: 500, createRatio: 1.15, slowRatio: 1.2 };

const OPTIONS = {
  deliveries: { type: 'string', default: '3000' },
  creates: { type: 'string', default: '200' },
  'create-rounds': { type: 'string', default: '9' },
  'slow-events': { type: 'string', default: '1000' },
  'slow-rounds': { type: 'string', default: '5' },
  'cpu-prof': { type: 'boolean', default: false },
} as const;

type Words = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values'];

/** `npm run bench:webhooks -- [options]`, with TEST_DATABASE_URL: how fast events are delivered, and what that costs. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: OPTIONS });
  if (values['cpu-prof']) return profile(count(values.deliveries));
  const bed = await WebhookBed.open([]);
  try {
    await reportRate(bed, values);
    await reportCost(bed, values, 1);
    await reportCost(bed, values, 16);
    await reportSlow(bed, values);
  } finally {
    await bed.close();
  }
}

async function reportRate(bed: WebhookBed, words: Words): Promise<void> {
  const events = count(words.deliveries);
  if (events === 0) return;
  const { whileImporting, ofBacklog, cpu } = await deliveryRate(bed, events);
  print(`${events} deliveries to one endpoint, wanted ${WANTED.deliveriesPerSecond}/s`);
  console.log(`  a backlog, nothing beside it              ${ofBacklog.toFixed(0)}/s; ${describeCpu(cpu)}`);
  console.log(`  from the import on, with embedding beside ${whileImporting.toFixed(0)}/s`);
}

async function reportCost(bed: WebhookBed, words: Words, clients: number): Promise<void> {
  const [requests, rounds] = [count(words.creates), count(words['create-rounds'])];
  if (requests * rounds === 0) return;
  const rows = await webhookCost(bed, { requests, clients, rounds });
  print(`${rounds} rounds of ${requests} POST /memories, ${clients} at once, wanted ratio ${WANTED.createRatio}`);
  for (const { tenant, p50, throughput, latencyRatio, timeRatio, cpu } of rows) {
    const ratios = `ratio of p50 ${latencyRatio.toFixed(2)}, of time ${timeRatio.toFixed(2)}; ${describeCpu(cpu)}`;
    console.log(`  ${tenant.padEnd(26)} p50 ${p50.toFixed(2)} ms, ${throughput.toFixed(0)}/s; ${ratios}`);
  }
}

async function reportSlow(bed: WebhookBed, words: Words): Promise<void> {
  const [events, rounds] = [count(words['slow-events']), count(words['slow-rounds'])];
  if (events * rounds === 0) return;
  const rows = await slowEffect(bed, events, rounds);
  print(
    `${events} events to a fast endpoint, a slow one beside it, ${rounds} rounds, wanted ratio ${WANTED.slowRatio}`,
  );
  for (const { place, seconds, ratio } of rows) {
    console.log(`  ${place.padEnd(26)} ${seconds.toFixed(2)} s, ratio ${ratio.toFixed(2)}`);
  }
}

/** Where the service's time goes while a backlog is delivered. */
async function profile(events: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'mneme-prof-'));
  try {
    const bed = await WebhookBed.open(['--cpu-prof', `--cpu-prof-dir=${folder}`]);
    const { window, ofBacklog } = await deliveryRate(bed, events).finally(() => bed.close());
    const files = (await readdir(folder)).filter((name) => name.endsWith('.cpuprofile'));
    const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
    print(`${ofBacklog.toFixed(0)} deliveries a second`);
    console.log(
      threadReport(
        window,
        texts.map((text) => JSON.parse(text) as CpuProfile),
      ),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function count(word: string): number {
  if (!/^\d+$/.test(word)) throw new TypeError(`${word} is not a number of things`);
  return Number(word);
}

function print(title: string): void {
  const load = loadavg().map((value) => value.toFixed(1));
  console.log(`${title}   (load ${load.join(' ')})`);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.exit(1);
});
