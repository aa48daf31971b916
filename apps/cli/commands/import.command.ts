import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { TenantId } from '@mneme/platform';
import { TenantsService } from '@mneme/usage';
import { CommandFailed, UsageError } from '../command-io.js';
import type { CommandContext, CommandResult, DefineCommand } from '../command.js';
import { NdjsonImport, type ImportReport } from '../ndjson-import.js';
import { startProgress } from '../progress.js';
import { integerArgument, tenantArgument } from './arguments.js';

interface ImportOptions {
  readonly tenant: TenantId;
  readonly batch: number;
}

/** Faults told one by one; with --json all of them are in the document. */
const FAULTS_SHOWN = 20;

export const defineImport: DefineCommand = (program, run) => {
  program
    .command('import')
    .argument('<file>', 'NDJSON, a memory a line')
    .requiredOption('--tenant <tenant>', 'tenant to import into', tenantArgument)
    .option('--batch <n>', 'memories a transaction', integerArgument(1, 5_000), 500)
    .description('store the memories of a file; doing so again adds nothing')
    .action((file: string, options: ImportOptions) => run((context) => importFile(context, file, options)));
};

async function importFile(
  context: CommandContext,
  file: string,
  options: ImportOptions,
): Promise<CommandResult | undefined> {
  const { app, io, asJson } = context;
  const path = resolve(io.cwd, file);
  const size = await stat(path).then(
    (found) => found.size,
    () => {
      throw new UsageError(`The file ${path} cannot be read.`);
    },
  );
  await app.get(TenantsService).ensure(options.tenant);
  const progress = startProgress(io, 'importing bytes', size);
  const stream = createReadStream(path);
  const work = new NdjsonImport(app, options.tenant, options.batch, io.signal);
  try {
    const report = await work.run(stream, () => {
      progress.at(stream.bytesRead);
    });
    progress.stop();
    return finish(context, report, asJson);
  } finally {
    stream.destroy();
  }
}

function finish({ io }: CommandContext, report: ImportReport, asJson: boolean): CommandResult | undefined {
  const { read, created, present, faults, aborted } = report;
  const text = `${read} records read: ${created} stored, ${present} already there, ${faults.length} refused.`;
  if (faults.length === 0 && !aborted) return { json: report, text };
  for (const { line, message } of asJson ? [] : faults.slice(0, FAULTS_SHOWN))
    io.err.write(`line ${line}: ${message}\n`);
  if (!asJson && faults.length > FAULTS_SHOWN) io.err.write(`… and ${faults.length - FAULTS_SHOWN} more\n`);
  if (aborted) io.err.write('Interrupted. Run the same command again: it goes on where it was.\n');
  io.out.write(asJson ? `${JSON.stringify(report, null, 2)}\n` : `${text}\n`);
  throw new CommandFailed();
}
