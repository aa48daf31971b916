import { Command, CommanderError } from 'commander';
import { DirectoryInUseError } from '@mneme/platform/data-directory';
import { describeError } from '../describe-error.js';
import type { CommandHosts } from './command-host.js';
import { CommandFailed, UsageError, type CommandIo } from './command-io.js';
import type { CommandCall, CommandResult, Run } from './command.js';
import { COMMANDS } from './commands/index.js';

/**
 * Runs one command line.
 * @param argv the words after `mneme`
 * @param hosts asked only where the words are understood, for what the command needs
 * @returns the exit code: 0, 1 where it failed, 2 where it was used wrongly
 * @throws DirectoryInUseError where another process holds the data directory; nothing was done then
 */
export async function runProgram(argv: readonly string[], io: CommandIo, hosts: CommandHosts): Promise<number> {
  try {
    await buildProgram(io, hosts).parseAsync(argv, { from: 'user' });
    return 0;
  } catch (error) {
    return exitCode(error, io);
  }
}

function buildProgram(io: CommandIo, hosts: CommandHosts): Command {
  const program = new Command('mneme')
    .description('Mneme, the memory storage service')
    .option('--json', 'one JSON document on standard output')
    .version('1.0.0')
    .exitOverride()
    .configureOutput({ writeOut: (text) => io.out.write(text), writeErr: (text) => io.err.write(text) });
  const run = runOn(hosts, io, program);
  for (const define of COMMANDS) define(program, run);
  for (const command of allCommands(program))
    command.option('--json', 'one JSON document on standard output').copyInheritedSettings(program);
  return program;
}

function runOn(hosts: CommandHosts, io: CommandIo, program: Command): Run {
  const call = (): CommandCall => ({ io, asJson: argvAsksForJson(program) });
  const print = (result: CommandResult | undefined): void => {
    if (result === undefined) return;
    io.out.write(call().asJson ? `${JSON.stringify(result.json, null, 2)}\n` : `${result.text}\n`);
  };
  const run: Run = async (work, options) => print(await work({ ...(await hosts.application(options)), ...call() }));
  run.alone = async (work) => print(await work(call()));
  run.onMigrations = async (work) => print(await work({ migrations: await hosts.migrations(), ...call() }));
  return run;
}

function allCommands(command: Command): Command[] {
  return command.commands.flatMap((child) => [child, ...allCommands(child)]);
}

/** `--json` may stand before or after the command's name. */
function argvAsksForJson(program: Command): boolean {
  return [program, ...allCommands(program)].some((command) => command.opts<{ json?: boolean }>().json === true);
}

function exitCode(error: unknown, io: CommandIo): number {
  if (error instanceof DirectoryInUseError) throw error;
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof CommandFailed) return 1;
  io.err.write(`${describeError(error)}\n`);
  return error instanceof UsageError ? 2 : 1;
}
