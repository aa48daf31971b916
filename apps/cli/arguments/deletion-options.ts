import { deletionFilter, type FilterRequest } from '@mneme/memories';
import { InvalidArgumentError, type Command } from 'commander';
import { UsageError } from '../command-io.js';

type Metadata = Readonly<Record<string, readonly string[]>>;

/** Which memories are to be deleted, and whether they are, as `withDeletion` reads it. */
export interface DeletionOptions {
  readonly type?: string;
  readonly tag?: readonly string[];
  readonly metadata?: Metadata;
  readonly createdTo?: string;
  readonly occurredTo?: string;
  readonly externalId?: readonly string[];
  readonly dryRun?: true;
  readonly yes?: true;
}

/** Adds the options that say which memories are to be deleted, and whether they are. */
export function withDeletion(command: Command): Command {
  return command
    .option('--type <type>', 'of this type')
    .option('--tag <tag>', 'with this tag; may be given again, and all must be there', listed)
    .option('--metadata <key=value>', 'with this value; may be given again', keyed)
    .option('--created-to <date>', 'created then or earlier')
    .option('--occurred-to <date>', 'happened then or earlier')
    .option('--external-id <name>', 'with this external id; may be given again', listed)
    .option('--dry-run', 'only count them')
    .option('--yes', 'delete them')
    .description('delete the memories that match all of these conditions');
}

/** @throws UsageError where no condition is given, or one is wrong */
export function deletionFilterOf(options: DeletionOptions): FilterRequest {
  const { type, tag, metadata, createdTo, occurredTo, externalId } = options;
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
