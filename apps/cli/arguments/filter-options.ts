import { MEMORY_TYPES, metadataParameters, tag as tagRule } from '@mneme/memories';
import { InvalidArgumentError, Option, type Command } from 'commander';

/** Which memories a command means, as `withFilter` reads it. */
export interface FilterOptions {
  readonly type?: string;
  readonly tag?: readonly string[];
  readonly metadata?: Readonly<Record<string, string>>;
}

interface Filter {
  readonly type?: string;
  readonly tags?: string[];
  readonly metadata?: Readonly<Record<string, string>>;
}

const metadataRule = metadataParameters();

/** Adds the options that say which memories are meant; all of them must hold. */
export function withFilter(command: Command): Command {
  return command
    .addOption(new Option('--type <type>', 'only this type').choices(MEMORY_TYPES))
    .option('--tag <tag>', 'only with this tag; may be given several times', tagArgument)
    .option(
      '--metadata <key=value>',
      'only with this value in the metadata; may be given several times',
      fieldArgument,
    );
}

/** As lists and searches take it. */
export function filterOf({ type, tag, metadata }: FilterOptions): Filter {
  return { ...(type && { type }), ...(tag && { tags: [...tag] }), ...(metadata && { metadata }) };
}

function tagArgument(value: string, before: readonly string[] = []): readonly string[] {
  refuse(tagRule.faults(value, 'it'));
  return [...before, value];
}

function fieldArgument(value: string, before: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  const [, key = '', text = ''] = /^([^=]*)=(.*)$/s.exec(value) ?? [];
  if (key === '') throw new InvalidArgumentError('it must be a key and a value, such as userId=anna');
  if (Object.hasOwn(before, key)) throw new InvalidArgumentError(`the key ${key} is given twice`);
  const filter = { ...before, [key]: text };
  refuse(metadataRule.faults(filter, 'metadata'));
  return filter;
}

function refuse([fault]: readonly string[]): void {
  if (fault !== undefined) throw new InvalidArgumentError(fault);
}
