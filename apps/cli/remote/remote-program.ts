import { Mneme, MnemeError, type RequestOptions } from '@mneme/client';
import { Command, CommanderError } from 'commander';
import { describeError } from '../../describe-error.js';
import { integerArgument, tenantArgument } from '../arguments/arguments.js';
import { deletionFilterOf, withDeletion, type DeletionOptions } from '../arguments/deletion-options.js';
import { withFilter, type FilterOptions } from '../arguments/filter-options.js';
import { withImport, type ImportOptions } from '../arguments/import-options.js';
import { urlOption } from '../arguments/url-option.js';
import { CommandFailed, UsageError, type CommandIo } from '../command-io.js';
import type { CommandResult } from '../command.js';
import { searchResult } from '../commands/search.command.js';
import { previewImport } from '../imports/import-preview.js';
import { deleteThrough } from './remote-deletion.js';
import { MCP_LIMITS, serveMcpFrom } from './remote-mcp.js';
import { exportFrom, importInto } from './remote-transfer.js';

/** What every command has here. */
export interface RemoteOptions {
  readonly url: string;
  readonly tenant?: string;
  readonly json?: true;
}

const JSON_HELP = 'one JSON document on standard output';
/** Names of the tenant and the key, where the options leave them out. */
const VARIABLES = 'The tenant comes from --tenant or MNEME_TENANT, the key from MNEME_API_KEY.';

/**
 * Runs a command line that names a service with `--url`: over HTTP, on behalf of a key, with nothing of the installation.
 * @returns the exit code: 0, 1 where it failed, 2 where it was used wrongly
 */
export async function runRemote(argv: readonly string[], io: CommandIo): Promise<number> {
  try {
    await remoteProgram(io).parseAsync(argv, { from: 'user' });
    return 0;
  } catch (error) {
    return exitCode(error, io);
  }
}

function remoteProgram(io: CommandIo): Command {
  const program = new Command('mneme')
    .description(`Mneme, on a service at an address: these commands take --url. ${VARIABLES}`)
    .exitOverride()
    .configureOutput({ writeOut: (text) => io.out.write(text), writeErr: (text) => io.err.write(text) })
    .option('--json', JSON_HELP)
    // It may stand before or after the command's name.
    .hook('preAction', (whole, command) => {
      if (whole.opts<{ json?: true }>().json === true) command.setOptionValue('json', true);
    });
  defineSearch(program, io);
  defineExport(program, io);
  defineImport(program, io);
  defineDelete(program, io);
  defineMcp(program, io);
  for (const command of program.commands) {
    command
      .option('--tenant <tenant>', 'tenant of the key', tenantArgument)
      .addOption(urlOption().makeOptionMandatory())
      .option('--json', JSON_HELP)
      .copyInheritedSettings(program);
  }
  return program;
}

function defineSearch(program: Command, io: CommandIo): void {
  const command = program
    .command('search')
    .argument('<query>', 'what to look for, in words')
    .option('--limit <n>', 'results at most', integerArgument(1, 100), 10);
  withFilter(command).action(async (query: string, options: RemoteOptions & FilterOptions & { limit: number }) => {
    const { limit, type, tag, metadata } = options;
    const filter = {
      ...(type && { type: type as 'semantic' }),
      ...(tag && { tags: [...tag] }),
      ...(metadata && { metadata }),
    };
    const { results } = await clientOf(options, io).memories.search(query, { limit, ...filter });
    const shown = results.map(({ id, relevance, type: kind, content }) => ({ id, relevance, type: kind, content }));
    print(io, options, searchResult(query, shown));
  });
}

function defineExport(program: Command, io: CommandIo): void {
  const command = program.command('export').option('--out <file>', 'file to write; standard output where left out');
  withFilter(command).action(async (options: RemoteOptions & FilterOptions & { out?: string }) => {
    print(io, options, await exportFrom(clientOf(options, io), io, options));
  });
}

function defineImport(program: Command, io: CommandIo): void {
  withImport(program.command('import')).action(async (file: string, options: RemoteOptions & ImportOptions) => {
    const call = { io, asJson: options.json ?? false };
    const result =
      options.dryRun === true
        ? previewImport(call, file, options)
        : importInto(clientOf(options, io), call, file, options);
    print(io, options, await result);
  });
}

/** The tenant may stand where it does without `--url`. */
function defineDelete(program: Command, io: CommandIo): void {
  const command = program.command('delete').argument('[tenant]', 'tenant of the key', tenantArgument);
  withDeletion(command).action(async (named: string | undefined, options: RemoteOptions & DeletionOptions) => {
    const { tenant = named, json = false } = options;
    if (named !== undefined && named !== tenant)
      throw new UsageError(`Name one tenant: ${named} or ${String(tenant)}.`);
    const filter = deletionFilterOf(options);
    const mneme = clientOf({ ...options, ...(tenant !== undefined && { tenant }) }, io);
    print(io, options, await deleteThrough(mneme, { io, asJson: json }, filter, options));
  });
}

function defineMcp(program: Command, io: CommandIo): void {
  program.command('mcp').action(async (options: RemoteOptions) => {
    await serveMcpFrom(clientOf(options, io, MCP_LIMITS), io);
  });
}

/** @throws UsageError that names the variable which is missing */
function clientOf({ url, tenant }: RemoteOptions, { signal }: CommandIo, limits: RequestOptions = {}): Mneme {
  if (!/^https?:\/\/./i.test(url) || !URL.canParse(url)) {
    throw new UsageError(`${url} is not an address, such as https://memory.example.com.`);
  }
  if (/\/mcp\/*$/.test(new URL(url).pathname)) {
    throw new UsageError(`--url is the address of the service: leave out /mcp at the end of ${url}.`);
  }
  try {
    return new Mneme({ ...limits, baseUrl: url, tenantId: tenant, signal });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // What the client calls an option is none of the command.
    const variable = /^set the option \w+ or the variable (\w+)$/.exec(message)?.[1];
    throw new UsageError(`${variable === undefined ? message : `${variable} is not set`}. ${VARIABLES}`);
  }
}

function print(io: CommandIo, { json }: RemoteOptions, result: CommandResult | undefined): void {
  if (result !== undefined) io.out.write(json ? `${JSON.stringify(result.json, null, 2)}\n` : `${result.text}\n`);
}

function exitCode(error: unknown, io: CommandIo): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof CommandFailed) return 1;
  io.err.write(`${error instanceof MnemeError ? failure(error) : describeError(error)}\n`);
  return error instanceof UsageError ? 2 : 1;
}

function failure({ code, message, requestId }: MnemeError): string {
  const where = requestId === undefined ? '' : ` (request ${requestId})`;
  return `${code === undefined ? '' : `${code}: `}${message}${where}`;
}
