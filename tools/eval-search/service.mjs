/** The service in a process of its own, on a free port and an empty folder. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../dist/apps/api/main.js', import.meta.url));

/**
 * @param variables added to its environment
 * @returns { url, stop }, once the service has seeded the test tenant, where it is asked to, and answers
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
    return { url: await urlOf(child), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Where the caller has them: an empty database of PostgreSQL, and Qdrant. */
function backends() {
  const { DATABASE_URL, QDRANT_URL } = process.env;
  const secret = () => randomBytes(32).toString('base64');
  const secrets = { KEY_PEPPER: secret(), SERVICE_JWT_KEY: secret(), SECRETS_KEY: secret() };
  return { ...(DATABASE_URL && { DATABASE_URL, ...secrets }), ...(QDRANT_URL && { QDRANT_URL }) };
}

/** From the banner, which is written when everything is ready. */
async function urlOf(child) {
  let text = '';
  for await (const chunk of child.stdout) {
    text += chunk;
    const [, url] = /^API +(http\S+)\/api\/v1.*\n/m.exec(text) ?? [];
    if (url) return url;
  }
  throw new Error('the service ended instead of answering');
}
