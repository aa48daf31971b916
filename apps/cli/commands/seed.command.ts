import { resolve } from 'node:path';
import { SAMPLE_FILE, SAMPLES, seedTestTenant, TEST_TENANT } from '../../samples/test-tenant.js';
import type { CommandContext, CommandResult, DefineCommand } from '../command.js';
import { startProgress } from '../progress.js';

interface SeedOptions {
  readonly reset?: boolean;
  readonly file: string;
}

export const defineSeed: DefineCommand = (program, run) => {
  program
    .command('seed')
    .option('--reset', 'store every sample again, also those that were changed or deleted')
    .option('--file <file>', 'another file of samples', SAMPLE_FILE)
    .description('give the test tenant its sample memories, once')
    .action((options: SeedOptions) => run((context) => seed(context, options)));
};

async function seed({ app, io }: CommandContext, { reset = false, file }: SeedOptions): Promise<CommandResult> {
  const progress = startProgress(io, 'indexing samples', SAMPLES);
  const onProgress = (indexed: number): void => {
    progress.at(indexed);
  };
  const stored = await seedTestTenant(app, { reset, file: resolve(io.cwd, file), onProgress });
  progress.stop();
  const text =
    stored === 0
      ? `Tenant ${TEST_TENANT} has its samples already.`
      : `${stored} samples stored in tenant ${TEST_TENANT}.`;
  return { json: { tenantId: TEST_TENANT, stored }, text };
}
