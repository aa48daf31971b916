import 'reflect-metadata';
import { readConfig } from '@mneme/platform/config';
import { FEATURES } from '../api/features.js';
import { describeError } from '../describe-error.js';
import { stopOnSignals } from '../stop-on-signals.js';
import { startWorker } from './worker.js';

async function main(): Promise<void> {
  const worker = await startWorker(readConfig(), { features: FEATURES });
  stopOnSignals(process, worker);
  process.stdout.write(`Mneme v1.0.0 · worker\nHealth   ${worker.url}/health/ready\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${describeError(error)}\n`);
  process.exit(1);
});
