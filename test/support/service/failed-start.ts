import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { NODE_FLAGS } from './node-flags.js';

const run = promisify(execFile);

/** What a start that must fail writes, and its exit code. */
export async function failedStart(
  env: Record<string, string>,
  user: { uid?: number } = {},
  app: 'api' | 'worker' = 'api',
): Promise<{ code: number; stderr: string }> {
  const options = { env: { PATH: process.env['PATH'] ?? '', PORT: '0', ...env }, timeout: 30_000, ...user };
  const failure = await run(process.execPath, [...NODE_FLAGS, resolve(`dist-test/apps/${app}/main.js`)], options).then(
    () => ({ code: 0, stderr: '' }),
    (error: unknown) => error as { code: number; stderr: string },
  );
  return { code: failure.code, stderr: failure.stderr };
}
