import { IMPORT_FORMS, type ImportForm } from '@mneme/client/import';
import { codePoints } from '@mneme/platform/validation';
import { InvalidArgumentError, Option, type Command } from 'commander';

/** Of a value of the metadata that a filter can find. */
const MAX_USER_ID = 128;

/** What is imported and how, as `withImport` reads it. */
export interface ImportOptions {
  readonly from: ImportForm | 'auto';
  readonly onConflict: 'skip' | 'replace' | 'fail';
  readonly userId?: string;
  readonly dryRun?: true;
}

/** Adds the file of an import and the options that say how it is read. */
export function withImport(command: Command): Command {
  return command
    .argument('<file>', 'export of a memory system, or NDJSON, a memory a line')
    .addOption(
      new Option('--from <system>', 'system that wrote the file; auto: its content shows it')
        .choices(['auto', ...IMPORT_FORMS])
        .default('auto'),
    )
    .addOption(
      new Option('--on-conflict <what>', 'of a record whose externalId the tenant has')
        .choices(['skip', 'replace', 'fail'])
        .default('skip'),
    )
    .option('--user-id <id>', 'metadata.userId of records that name no user', userArgument)
    .option('--dry-run', 'read the file, store nothing, and show what it holds')
    .description('store the memories of a file; doing so again adds nothing');
}

function userArgument(value: string): string {
  if (value.trim() === '') throw new InvalidArgumentError('it must not be empty');
  const length = codePoints(value.normalize('NFC'));
  if (length > MAX_USER_ID) {
    throw new InvalidArgumentError(
      `it must have at most ${MAX_USER_ID} characters, as a filter takes them, not ${length}`,
    );
  }
  return value;
}
