import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { NodeChild } from './child-process.js';
import type { BenchMemory } from '../data/corpus.js';

/** In the folder of a build. */
const CLI = 'apps/cli/main.js';
const SAMPLE_MS = 50;

/** What `mneme import` into a new embedded directory took, start-up included. */
export interface ImportFigures {
  readonly records: number;
  readonly seconds: number;
  /** The process's peak resident memory; undefined where the system does not tell. */
  readonly peakMegabytes: number | undefined;
}

/** @param built folder of the build whose command it is */
export async function runImport(
  built: string,
  dataDir: string,
  file: string,
  tenant: string,
  memories: readonly BenchMemory[],
): Promise<ImportFigures> {
  await writeFile(file, memories.map((memory) => `${JSON.stringify(memory)}\n`).join(''));
  // Other plans hold fewer memories.
  const env = { MNEME_DATA_DIR: dataDir, DEFAULT_PLAN: 'enterprise' };
  const start = performance.now();
  const node = NodeChild.start(
    [join(built, CLI), 'import', file, '--tenant', tenant, '--create-tenant', '--json'],
    env,
  );
  let peak: number | undefined;
  const timer = setInterval(() => {
    void peakOf(node.child.pid).then((value) => (peak = value ?? peak));
  }, SAMPLE_MS);
  const code = await node.end();
  clearInterval(timer);
  const seconds = (performance.now() - start) / 1_000;
  const { created } = JSON.parse(node.out.join('') || '{}') as { created?: number };
  if (code !== 0 || created !== memories.length)
    throw new Error(`the import ended with code ${code}, ${created ?? 0} stored`);
  return { records: memories.length, seconds, peakMegabytes: peak };
}

/** Linux keeps the high-water mark of a process. */
async function peakOf(pid: number | undefined): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = /^VmHWM:\s+(\d+) kB/m.exec(status)?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1_024;
}
