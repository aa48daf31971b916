// Writes docs/openapi.json: the OpenAPI document of the service as it is built, from a process of its own on an empty data
// directory. Usage: npm run openapi
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const FILE = join(ROOT, 'docs/openapi.json');
/** The line of the banner with the address. */
const ADDRESS = /^API +(http:\/\/[^/\s]+)\//;

const dataDir = await mkdtemp(join(tmpdir(), 'mneme-openapi-'));
const env = {
  PATH: process.env.PATH,
  MNEME_DATA_DIR: dataDir,
  PORT: '0',
  WARM_UP: 'off',
  EMBEDDING_MODEL: 'builtin-fast',
  SEED_TEST_TENANT: 'off',
};
const service = spawn(process.execPath, [join(ROOT, 'dist/apps/api/main.js')], { env, stdio: ['ignore', 'pipe', 2] });
const ended = once(service, 'exit');
try {
  const response = await fetch(`${await address(service.stdout)}/openapi.json`);
  await writeFile(FILE, `${JSON.stringify(await response.json(), null, 2)}\n`);
  process.stdout.write(`${FILE} is written\n`);
} finally {
  service.kill();
  await ended;
  await rm(dataDir, { recursive: true });
}

/** @throws Error where the service ends before it answers */
async function address(output) {
  for await (const line of createInterface({ input: output })) {
    const found = ADDRESS.exec(line)?.[1];
    if (found !== undefined) return found;
  }
  throw new Error('the service ended before it answered');
}
