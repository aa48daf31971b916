/** The service in a process of its own, on a free port and an empty folder. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../dist/apps/api/main.js', import.meta.url));

/**
 * @param variables added to its environment
 * @returns { url, key, stop }, once the service has seeded the test tenant and answers
 */
export async function startService(variables = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'mneme-eval-'));
  const own = { PATH: process.env.PATH, PORT: '0', MNEME_DATA_DIR: dataDir, LOG_LEVEL: 'warn' };
  const env = { ...own, ...backends(), ...variables };
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const url = await urlOf(child);
    return { url, key: await readFile(join(dataDir, 'dev-key'), 'utf8'), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Where the caller has them: an empty database of PostgreSQL, and Qdrant. */
function backends() {
  const { DATABASE_URL, QDRANT_URL } = process.env;
  return { ...(DATABASE_URL && { DATABASE_URL }), ...(QDRANT_URL && { QDRANT_URL }) };
}

/** From the banner, which is written when everything is ready. */
async function urlOf(child) {
  let text = '';
  for await (const chunk of child.stdout) {
    text += chunk;
    const [, url] = /^API +(http\S+)\/api\/v1/m.exec(text) ?? [];
    if (url && text.includes('API key')) return url;
  }
  throw new Error('the service ended instead of answering');
}
