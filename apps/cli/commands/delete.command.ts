import { deletionFilter, MemoryDeletionService, type FilterRequest } from '@mneme/memories';
import type { TenantId } from '@mneme/platform/ids';
import { InvalidArgumentError } from 'commander';
import { CommandFailed, UsageError } from '../command-io.js';
import type { CommandContext, CommandResult, DefineCommand } from '../command.js';
import { startProgress } from '../progress.js';
import { tenantArgument } from '../arguments/arguments.js';
import { requireTenant } from '../arguments/existing-tenant.js';

type Metadata = Readonly<Record<string, readonly string[]>>;

interface DeleteOptions {
  readonly type?: string;
  readonly tag?: readonly string[];
  readonly metadata?: Metadata;
  readonly createdTo?: string;
  readonly occurredTo?: string;
  readonly externalId?: readonly string[];
  readonly dryRun?: true;
  readonly yes?: true;
}

/** What became of the memories that matched. */
interface DeletionReport {
  readonly matched: number;
  readonly deleted: number;
}

export const defineDelete: DefineCommand = (program, run) => {
  program
    .command('delete')
    .argument('<tenant>', 'tenant whose memories are meant', tenantArgument)
    .option('--type <type>', 'of this type')
    .option('--tag <tag>', 'with this tag; may be given again, and all must be there', listed)
    .option('--metadata <key=value>', 'with this value; may be given again', keyed)
    .option('--created-to <date>', 'created then or earlier')
    .option('--occurred-to <date>', 'happened then or earlier')
    .option('--external-id <name>', 'with this external id; may be given again', listed)
    .option('--dry-run', 'only count them')
    .option('--yes', 'delete them')
    .description('delete the memories that match all of these conditions')
    .action((tenant: TenantId, options: DeleteOptions) => run((context) => deleteMatching(context, tenant, options)));
};

async function deleteMatching(
  context: CommandContext,
  tenant: TenantId,
  options: DeleteOptions,
): Promise<CommandResult | undefined> {
  const { app, io } = context;
  const filter = filterOf(options);
  await requireTenant(context, tenant);
  const deletion = app.get(MemoryDeletionService);
  const { matched } = await deletion.count(tenant, filter);
  if (options.dryRun === true) {
    return { json: { matched, deleted: 0 }, text: `${matched} memories match. Nothing was deleted.` };
  }
  if (options.yes !== true) {
    io.err.write('Nothing was deleted: add --yes to delete them, or --dry-run to only count them.\n');
    return fail(context, { matched, deleted: 0 }, `${matched} memories match.`);
  }
  const progress = startProgress(io, 'deleting', matched);
  const onProgress = (done: number): void => {
    progress.at(done);
  };
  const deleted = await deletion.deleteAll(tenant, filter, { onProgress, signal: io.signal });
  progress.stop();
  const text = `${deleted} memories deleted.`;
  if (!io.signal.aborted) return { json: { matched, deleted }, text };
  io.err.write('Interrupted. Run the same command again: it deletes the rest.\n');
  return fail(context, { matched, deleted }, text);
}

function fail({ io, asJson }: CommandContext, report: DeletionReport, text: string): never {
  io.out.write(asJson ? `${JSON.stringify(report, null, 2)}\n` : `${text}\n`);
  throw new CommandFailed();
}

/** @throws UsageError where no condition is given, or one is wrong */
function filterOf({ type, tag, metadata, createdTo, occurredTo, externalId }: DeleteOptions): FilterRequest {
  const filter: FilterRequest = {
    ...(type === undefined ? {} : { type }),
    ...(tag === undefined ? {} : { tags: tag }),
    ...(metadata === undefined ? {} : { metadata }),
    ...(createdTo === undefined ? {} : { createdTo }),
    ...(occurredTo === undefined ? {} : { occurredTo }),
    ...(externalId === undefined ? {} : { externalIds: externalId }),
  };
  if (Object.keys(filter).length === 0) {
    throw new UsageError(
      'Name at least one condition: --type, --tag, --metadata, --created-to, --occurred-to or --external-id.',
    );
  }
  const faults = deletionFilter.faults(filter, 'filter');
  if (faults.length > 0) throw new UsageError(faults.map((fault) => fault.replace(/^filter\./, '')).join('\n'));
  return filter;
}

function listed(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

/** Of several values of one key any will do. */
function keyed(value: string, before: Metadata = {}): Metadata {
  const [, key = '', text = ''] = /^([^=]+)=(.+)$/s.exec(value) ?? [];
  if (key === '') throw new InvalidArgumentError('it must be a key, "=" and a value');
  return { ...before, [key]: [...(before[key] ?? []), text] };
}
