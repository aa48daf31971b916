import { MemoryDeletionService } from '@mneme/memories';
import type { TenantId } from '@mneme/platform/ids';
import { CommandFailed } from '../command-io.js';
import type { CommandCall, CommandContext, CommandResult, DefineCommand } from '../command.js';
import { startProgress } from '../progress.js';
import { tenantArgument } from '../arguments/arguments.js';
import { deletionFilterOf, withDeletion, type DeletionOptions } from '../arguments/deletion-options.js';
import { requireTenant } from '../arguments/existing-tenant.js';
import { urlOption } from '../arguments/url-option.js';

/** What became of the memories that matched. */
export interface DeletionReport {
  readonly matched: number;
  readonly deleted: number;
}

export const defineDelete: DefineCommand = (program, run) => {
  const command = program
    .command('delete')
    .argument('<tenant>', 'tenant whose memories are meant', tenantArgument)
    .addOption(urlOption());
  withDeletion(command).action((tenant: TenantId, options: DeletionOptions) =>
    run((context) => deleteMatching(context, tenant, options)),
  );
};

async function deleteMatching(
  context: CommandContext,
  tenant: TenantId,
  options: DeletionOptions,
): Promise<CommandResult> {
  const { app, io } = context;
  const filter = deletionFilterOf(options);
  await requireTenant(context, tenant);
  const deletion = app.get(MemoryDeletionService);
  const { matched } = await deletion.count(tenant, filter);
  if (isCountOnly(options)) return countedOnly(context, matched, options);
  const progress = startProgress(io, 'deleting', matched);
  const onProgress = (done: number): void => {
    progress.at(done);
  };
  const deleted = await deletion.deleteAll(tenant, filter, { onProgress, signal: io.signal });
  progress.stop();
  const unfinished = 'Interrupted. Run the same command again: it deletes the rest.';
  return finishDeletion(context, { matched, deleted }, io.signal.aborted ? unfinished : undefined);
}

/** Whether nothing is to be deleted: it is only where it is asked for. */
export function isCountOnly({ dryRun, yes }: DeletionOptions): boolean {
  return dryRun === true || yes !== true;
}

/** @throws CommandFailed once the number is printed, if it was not all that was asked for */
export function countedOnly(call: CommandCall, matched: number, { dryRun }: DeletionOptions): CommandResult {
  const report = { matched, deleted: 0 };
  if (dryRun === true) return { json: report, text: `${matched} memories match. Nothing was deleted.` };
  call.io.err.write('Nothing was deleted: add --yes to delete them, or --dry-run to only count them.\n');
  return fail(call, report, `${matched} memories match.`);
}

/**
 * @param unfinished why memories are left that matched
 * @throws CommandFailed once the report is printed, if there are any
 */
export function finishDeletion(call: CommandCall, report: DeletionReport, unfinished?: string): CommandResult {
  const text = `${report.deleted} memories deleted.`;
  if (unfinished === undefined) return { json: report, text };
  call.io.err.write(`${unfinished}\n`);
  return fail(call, report, text);
}

function fail({ io, asJson }: CommandCall, report: DeletionReport, text: string): never {
  io.out.write(asJson ? `${JSON.stringify(report, null, 2)}\n` : `${text}\n`);
  throw new CommandFailed();
}
