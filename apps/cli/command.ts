import type { Command as Program } from 'commander';
import type { CommandHost, OpenOptions } from './command-host.js';
import type { CommandIo } from './command-io.js';

/** What a command ends with: one document with `--json`, lines for people without. */
export interface CommandResult {
  readonly json: unknown;
  readonly text: string;
}

/** What a command works with. */
export interface CommandContext extends CommandHost {
  readonly io: CommandIo;
  readonly asJson: boolean;
}

/** Runs the command once its words have been understood. */
export type Run = (work: Work, options?: OpenOptions) => Promise<void>;

type Work = (context: CommandContext) => Promise<CommandResult | undefined>;

/** Adds a command, or a group of commands, to the program. */
export type DefineCommand = (program: Program, run: Run) => void;
