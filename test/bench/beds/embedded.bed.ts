import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Bed, BedOptions } from './bed.js';
import type { BenchMemory } from '../data/corpus.js';
import { cpuMsOf } from '../report/cpu-time.js';
import { FloorProcess } from '../floor/floor-process.js';
import { runImport } from '../load/import-run.js';
import { ServiceProcess } from '../load/service-process.js';

/** The tenant of the development key, as the interface fixes it. */
const TEST_TENANT = '00000000-0000-0000-0000-000000000001';

const LOOK_MS = 3_000;
/** Share of a core that a service without work stays below. */
const QUIET = 0.2;

/** The service on its embedded database. The floor has a copy of the directory, so the very same pages. */
export async function makeEmbeddedBed(memories: readonly BenchMemory[], options: BedOptions): Promise<Bed> {
  const dir = await mkdtemp(join(tmpdir(), 'mneme-bench-'));
  const [mine, copy] = [join(dir, 'service'), join(dir, 'floor')];
  const imported = await runImport(mine, join(dir, 'memories.ndjson'), TEST_TENANT, memories);
  await cp(mine, copy, { recursive: true, filter: (path) => basename(path) !== 'run' });
  const { service, key } = await ServiceProcess.startEmbedded(mine, options.flags);
  await settled(service.pid);
  const floor = options.withFloor ? await FloorProcess.start(TEST_TENANT, { MNEME_DATA_DIR: copy }) : undefined;
  const close = async (): Promise<void> => {
    await Promise.all([service.stop(), floor?.stop()]);
    await rm(dir, { recursive: true, force: true });
  };
  return { tenant: TEST_TENANT, key, service, floor, databaseUrl: undefined, imported, close };
}

/** Events and features of what was imported are made after the start, over the one connection: not what is measured. */
async function settled(pid: number): Promise<void> {
  for (let before = -Infinity, now = await cpuMsOf(pid); now - before > QUIET * LOOK_MS;) {
    before = now;
    await pause(LOOK_MS);
    now = await cpuMsOf(pid);
  }
}
