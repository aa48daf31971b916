import { cp } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Bed, BedOptions } from './bed.js';
import type { BenchMemory } from '../data/corpus.js';
import { FloorProcess } from '../floor/floor-process.js';
import { runImport } from '../load/import-run.js';
import { quiet } from '../report/processor-time.js';
import { ServiceProcess } from '../load/service-process.js';
import { temporaryFolder } from './temporary-folder.js';
import { TokenIssuer } from './token-issuer.js';

/** The tenant of the development key, as the interface fixes it. */
const TEST_TENANT = '00000000-0000-0000-0000-000000000001';

/** Events and features of what was imported are made after the start, over the one connection: not what is measured. */
const SETTLED_LOOK_MS = 3_000;

/** The service on its embedded database. The floor has a copy of the directory, so the very same pages. */
export async function makeEmbeddedBed(memories: readonly BenchMemory[], options: BedOptions): Promise<Bed> {
  const { path: dir, remove } = await temporaryFolder();
  const [mine, copy] = [join(dir, 'service'), join(dir, 'floor')];
  const imported = await runImport(options.built, mine, join(dir, 'memories.ndjson'), TEST_TENANT, memories);
  await cp(mine, copy, { recursive: true, filter: (path) => basename(path) !== 'run' });
  const issuer = await TokenIssuer.create();
  const { service, key } = await ServiceProcess.startEmbedded(mine, { ...options, env: issuer.env });
  await quiet(service.pid, SETTLED_LOOK_MS);
  const credentials = { key, jwt: await issuer.token(TEST_TENANT) };
  const floor = options.withFloor ? await FloorProcess.start(TEST_TENANT, { MNEME_DATA_DIR: copy }) : undefined;
  const close = async (): Promise<void> => {
    await Promise.all([service.stop(), floor?.stop()]);
    await remove();
  };
  return { tenant: TEST_TENANT, credentials, service, floor, databaseUrl: undefined, imported, close };
}
