import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  MemoryImportService,
  NdjsonImport,
  type ImportCounts,
  type OnConflict,
  type StoppedImport,
} from '@mneme/memories';
import type { TenantId } from '@mneme/platform/ids';
import { Option } from 'commander';
import { CommandFailed, UsageError } from '../command-io.js';
import type { CommandContext, CommandResult, DefineCommand } from '../command.js';
import { startProgress } from '../progress.js';
import { integerArgument, tenantArgument } from '../arguments/arguments.js';
import { urlOption } from '../arguments/url-option.js';
import { requireOrCreateTenant } from '../arguments/existing-tenant.js';

interface ImportOptions {
  readonly tenant: TenantId;
  readonly batch: number;
  readonly createTenant?: true;
  readonly onConflict: OnConflict;
}

/** What became of a file. */
export interface ImportReport extends ImportCounts {
  readonly faults: { readonly line: number; readonly message: string }[];
  readonly aborted: boolean;
}

/** Faults printed one by one; with --json all of them are in the document. */
const FAULTS_SHOWN = 20;

export const defineImport: DefineCommand = (program, run) => {
  program
    .command('import')
    .argument('<file>', 'NDJSON, a memory a line')
    .requiredOption('--tenant <tenant>', 'tenant to import into', tenantArgument)
    .option('--batch <n>', 'memories a transaction', integerArgument(1, 5_000), 500)
    .addOption(
      new Option('--on-conflict <what>', 'of a record whose externalId the tenant has')
        .choices(['skip', 'replace', 'fail'])
        .default('skip'),
    )
    .option('--create-tenant', 'make the tenant where there is none of this name')
    .addOption(urlOption())
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
  const size = await sizeOf(path);
  await requireOrCreateTenant(context, options.tenant, options.createTenant ?? false);
  const progress = startProgress(io, 'importing bytes', size);
  const stream = createReadStream(path);
  const faults: ImportReport['faults'] = [];
  const work = new NdjsonImport(app.get(MemoryImportService), options.tenant, {
    batch: options.batch,
    onConflict: options.onConflict,
    nameOf: namesByText(),
    onFaults: (line, found) => faults.push(...found.map(({ message }) => ({ line, message }))),
    onProgress: () => {
      progress.at(stream.bytesRead);
    },
    signal: io.signal,
  });
  try {
    const counts = await work.run(stream as AsyncIterable<Buffer>);
    progress.stop();
    return finishImport(context, { ...counts, faults, aborted: io.signal.aborted }, asJson);
  } finally {
    stream.destroy();
  }
}

/** @throws UsageError if there is no such file */
export async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    (found) => found.size,
    () => {
      throw new UsageError(`The file ${path} cannot be read.`);
    },
  );
}

/** A record without a name gets one from its own text, so that a second run adds nothing; equal lines count up. */
export function namesByText(): (line: number, text: string) => string {
  const seen = new Map<string, number>();
  return (_, text) => {
    const digest = createHash('sha256').update(text).digest('base64url');
    const times = (seen.get(digest) ?? 0) + 1;
    seen.set(digest, times);
    return `sha256:${digest}:${times}`;
  };
}

/** @throws CommandFailed once the faults are printed, if there are any */
export function finishImport(
  { io }: Pick<CommandContext, 'io'>,
  report: ImportReport,
  asJson: boolean,
): CommandResult | undefined {
  const { read, created, present, replaced, failed, faults, aborted, stopped } = report;
  const known = `${replaced === 0 ? '' : `${replaced} replaced, `}${present} already there`;
  const text = `${read} records read: ${created} stored, ${known}, ${failed} refused.`;
  if (faults.length === 0 && !aborted) return { json: report, text };
  for (const { line, message } of asJson ? [] : faults.slice(0, FAULTS_SHOWN))
    io.err.write(`line ${line}: ${message}\n`);
  if (!asJson && faults.length > FAULTS_SHOWN) io.err.write(`… and ${faults.length - FAULTS_SHOWN} more\n`);
  if (stopped !== undefined) io.err.write(`${stoppedMessage(stopped)}\n`);
  if (aborted) io.err.write('Interrupted. Run the same command again: it goes on where it was.\n');
  io.out.write(asJson ? `${JSON.stringify(report, null, 2)}\n` : `${text}\n`);
  throw new CommandFailed();
}

function stoppedMessage({ lastLine, resumeFrom }: StoppedImport): string {
  const why = `Stopped at line ${lastLine}: every record from line ${resumeFrom} on was refused.`;
  return `${why} Put them right and run the same command again: what is stored already is not stored twice.`;
}
