import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { memoryFilter, MemoryExportService } from '@mneme/memories';
import type { TenantId } from '@mneme/platform/ids';
import type { CommandContext, CommandResult, DefineCommand } from '../command.js';
import { startProgress } from '../progress.js';
import { tenantArgument } from '../arguments/arguments.js';
import { urlOption } from '../arguments/url-option.js';
import { requireTenant } from '../arguments/existing-tenant.js';
import { filterOf, withFilter, type FilterOptions } from '../arguments/filter-options.js';

interface ExportOptions extends FilterOptions {
  readonly tenant: TenantId;
  readonly out?: string;
}

export const defineExport: DefineCommand = (program, run) => {
  const command = program
    .command('export')
    .requiredOption('--tenant <tenant>', 'tenant to export', tenantArgument)
    .option('--out <file>', 'file to write; standard output where left out')
    .addOption(urlOption());
  withFilter(command)
    .description("write a tenant's memories as NDJSON, or those that the options mean")
    .action((options: ExportOptions) =>
      run(async (context) => {
        await requireTenant(context, options.tenant);
        return options.out === undefined
          ? exportTo(context, options, context.io.out)
          : exportFile(context.io.cwd, options.out, (file) => write(context, options, file));
      }),
    );
};

/** The file appears under its name only when it is whole, and is this user's alone: it holds memories. */
export async function exportFile(
  cwd: string,
  out: string,
  write: (file: Writable) => Promise<number>,
): Promise<CommandResult> {
  const path = resolve(cwd, out);
  const partial = `${path}.partial`;
  // What an earlier run left would keep its mode.
  await rm(partial, { force: true });
  const file = createWriteStream(partial, { flags: 'wx', mode: 0o600 });
  await once(file, 'open');
  const exported = await write(file);
  file.end();
  await once(file, 'close');
  await rename(partial, path);
  return { json: { exported, file: path }, text: `${exported} memories written to ${path}.` };
}

/** The records themselves are the output: nothing is added to them. */
async function exportTo(context: CommandContext, options: ExportOptions, out: Writable): Promise<undefined> {
  await write(context, options, out);
}

async function write({ app, io }: CommandContext, options: ExportOptions, out: Writable): Promise<number> {
  const { tenant } = options;
  const exporter = app.get(MemoryExportService);
  const filter = memoryFilter(filterOf(options));
  const progress = startProgress(io, 'exporting', await exporter.total(tenant, filter));
  let done = 0;
  for await (const page of exporter.records(tenant, filter)) {
    io.signal.throwIfAborted();
    const lines = page.map((record) => `${JSON.stringify(record)}\n`).join('');
    if (lines !== '' && !out.write(lines)) await once(out, 'drain');
    done += page.length;
    progress.at(done);
  }
  progress.stop();
  return done;
}
