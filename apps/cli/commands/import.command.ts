import { createHash } from 'node:crypto';
import type { MemoryRecord } from '@mneme/client/import';
import { MemoryImportService, NdjsonImport, type ImportCounts } from '@mneme/memories';
import type { TenantId } from '@mneme/platform/ids';
import { integerArgument, tenantArgument } from '../arguments/arguments.js';
import { requireOrCreateTenant } from '../arguments/existing-tenant.js';
import { withImport, type ImportOptions } from '../arguments/import-options.js';
import { urlOption } from '../arguments/url-option.js';
import { UsageError } from '../command-io.js';
import type { CommandContext, CommandResult, DefineCommand } from '../command.js';
import { ImportFile } from '../imports/import-file.js';
import { previewImport } from '../imports/import-preview.js';
import { doneWith, finishImport, reportOf, type ImportReport } from '../imports/import-report.js';

interface LocalImport extends ImportOptions {
  readonly tenant?: TenantId;
  readonly batch: number;
  readonly createTenant?: true;
}

export const defineImport: DefineCommand = (program, run) => {
  const command = program
    .command('import')
    .option('--tenant <tenant>', 'tenant to import into; not needed with --dry-run', tenantArgument)
    .option('--batch <n>', 'memories a transaction', integerArgument(1, 5_000), 500)
    .option('--create-tenant', 'make the tenant where there is none of this name')
    .addOption(urlOption());
  withImport(command).action((file: string, options: LocalImport) => {
    const { tenant, dryRun } = options;
    if (dryRun === true) return run.alone((call) => previewImport(call, file, options));
    if (tenant === undefined) throw new UsageError("error: required option '--tenant <tenant>' not specified");
    return run((context) => importFile(context, tenant, file, options));
  });
};

async function importFile(
  context: CommandContext,
  tenant: TenantId,
  name: string,
  options: LocalImport,
): Promise<CommandResult> {
  const { app, io } = context;
  const file = await ImportFile.open(io, name, options);
  const { ndjson } = file;
  const faults: ImportReport['faults'] = [];
  let counts: ImportCounts;
  try {
    await requireOrCreateTenant(context, tenant, options.createTenant ?? false);
    const work = new NdjsonImport(app.get(MemoryImportService), tenant, {
      batch: options.batch,
      onConflict: options.onConflict,
      nameOf: namesByText(),
      onFaults: (line, found) => faults.push(...found.map(({ message }) => ({ line, message }))),
      onProgress: (done) => {
        file.showProgress(doneWith(done));
      },
      signal: io.signal,
    });
    counts = await work.run(ndjson === undefined ? linesOf(file.records()) : buffersOf(ndjson));
  } finally {
    await file.close();
  }
  return finishImport(context, reportOf(file, { ...counts, faults, aborted: io.signal.aborted }));
}

async function* linesOf(records: AsyncIterable<MemoryRecord>): AsyncGenerator<Buffer> {
  for await (const record of records) yield Buffer.from(`${JSON.stringify(record)}\n`);
}

async function* buffersOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
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
