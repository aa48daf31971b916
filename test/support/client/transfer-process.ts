import { fork } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import type { TestTenant } from '../service/api.js';
import type { TransferReport } from './transfer.main.js';

const ENTRY = resolve('dist-test/test/support/client/transfer.main.js');

/**
 * A whole tenant imported and exported through the client, by a process that may keep so little.
 * @throws Error with what the process wrote where it fails, as it does when its heap is full
 */
export async function transferred(
  { tenantId, api }: TestTenant,
  count: number,
  heapMegabytes: number,
): Promise<TransferReport> {
  const child = fork(ENTRY, [String(count)], {
    env: {
      PATH: process.env['PATH'] ?? '',
      MNEME_API_KEY: api.token ?? '',
      MNEME_TENANT: tenantId,
      MNEME_URL: api.url,
    },
    execArgv: [`--max-old-space-size=${heapMegabytes}`],
    silent: true,
  });
  let errors = '';
  child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  let report: TransferReport | undefined;
  child.on('message', (message) => (report = message as TransferReport));
  await once(child, 'close');
  if (report === undefined) throw new Error(errors);
  return report;
}
