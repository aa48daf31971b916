import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { MemoryExportService } from '@mneme/memories';
import type { TenantId } from '@mneme/platform/ids';
import type { CommandContext, CommandResult, DefineCommand } from '../command.js';
import { startProgress } from '../progress.js';
import { tenantArgument } from './arguments.js';
import { requireTenant } from './existing-tenant.js';

interface ExportOptions {
  readonly tenant: TenantId;
  readonly out?: string;
}

export const defineExport: DefineCommand = (program, run) => {
  program
    .command('export')
    .requiredOption('--tenant <tenant>', 'tenant to export', tenantArgument)
    .option('--out <file>', 'file to write; standard output where left out')
    .description("write a tenant's memories as NDJSON")
    .action((options: ExportOptions) =>
      run(async (context) => {
        await requireTenant(context, options.tenant);
        return options.out === undefined
          ? exportTo(context, options.tenant, context.io.out)
          : exportFile(context, options.tenant, options.out);
      }),
    );
};

/** The file appears under its name only when it is whole, and is this user's alone: it holds memories. */
async function exportFile(context: CommandContext, tenant: TenantId, out: string): Promise<CommandResult> {
  const path = resolve(context.io.cwd, out);
  const partial = `${path}.partial`;
  // What an earlier run left would keep its mode.
  await rm(partial, { force: true });
  const file = createWriteStream(partial, { flags: 'wx', mode: 0o600 });
  await once(file, 'open');
  const exported = await write(context, tenant, file);
  file.end();
  await once(file, 'close');
  await rename(partial, path);
  return { json: { exported, file: path }, text: `${exported} memories written to ${path}.` };
}

/** The records themselves are the output: nothing is added to them. */
async function exportTo(context: CommandContext, tenant: TenantId, out: Writable): Promise<undefined> {
  await write(context, tenant, out);
}

async function write({ app, io }: CommandContext, tenant: TenantId, out: Writable): Promise<number> {
  const exporter = app.get(MemoryExportService);
  const progress = startProgress(io, 'exporting', await exporter.total(tenant));
  let done = 0;
  for await (const page of exporter.records(tenant)) {
    io.signal.throwIfAborted();
    const lines = page.map((record) => `${JSON.stringify(record)}\n`).join('');
    if (lines !== '' && !out.write(lines)) await once(out, 'drain');
    done += page.length;
    progress.at(done);
  }
  progress.stop();
  return done;
}
