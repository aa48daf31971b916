import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { taskOf } from '../report/comparison.js';
import type { Corpus } from '../data/corpus.js';
import { threadReport, type CpuProfile, type Window } from '../report/cpu-profile.js';
import { makeBed } from '../beds/make-bed.js';
import { operationsOn } from './operations.js';
import { BUILT } from '../revision/built.js';
import type { BenchOptions } from '../report/options.js';

/** Runs the service alone under --cpu-prof through every operation. @returns where each one's time went, thread by thread */
export async function profileService(corpus: Corpus, size: number, options: BenchOptions): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mneme-prof-'));
  try {
    const windows = await measuredWindows(corpus, size, options, folder);
    const files = (await readdir(folder)).filter((name) => name.endsWith('.cpuprofile'));
    const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
    const profiles = texts.map((text) => JSON.parse(text) as CpuProfile);
    return windows.map((window) => threadReport(window, profiles)).join('\n\n');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measuredWindows(corpus: Corpus, size: number, options: BenchOptions, folder: string): Promise<Window[]> {
  const flags = ['--cpu-prof', `--cpu-prof-dir=${folder}`];
  const bed = await makeBed(options.profile, corpus.memories(size), { built: BUILT, flags, withFloor: false });
  const windows: Window[] = [];
  try {
    for (const operation of await operationsOn(bed, corpus, options.credentials)) {
      for (const concurrency of options.concurrencies) {
        const task = taskOf(operation, concurrency, options.share);
        await operation.service.run({ ...task, count: Math.ceil(task.count / 4) });
        const from = process.hrtime.bigint();
        await operation.service.run(task);
        const to = process.hrtime.bigint();
        const name = `${operation.name}, ${size} memories, ${concurrency} at once`;
        windows.push({ name, requests: task.count, from: Number(from / 1_000n), to: Number(to / 1_000n) });
      }
    }
  } finally {
    await bed.close();
  }
  return windows;
}
