import type { Command as Program } from 'commander';
import type { CommandHost, MigrationHost, OpenOptions } from './command-host.js';
import type { CommandIo } from './command-io.js';

/** What a command ends with: one document with `--json`, lines for people without. */
export interface CommandResult {
  readonly json: unknown;
  readonly text: string;
}

/** How a command was called. */
export interface CommandCall {
  readonly io: CommandIo;
  readonly asJson: boolean;
}

/** What a command works with. */
export type CommandContext = CommandHost & CommandCall;

/** What a command works with that needs no application. */
export type MigrationContext = { readonly migrations: MigrationHost } & CommandCall;

/** Runs the command once its words have been understood. */
export interface Run {
  (work: Work<CommandContext>, options?: OpenOptions): Promise<void>;
  /** On the migrations of the database alone: no application is opened, and nothing is migrated. */
  onMigrations(work: Work<MigrationContext>): Promise<void>;
  /** With nothing of the installation. */
  alone(work: Work<CommandCall>): Promise<void>;
}

type Work<Context> = (context: Context) => Promise<CommandResult | undefined>;

/** Adds a command, or a group of commands, to the program. */
export type DefineCommand = (program: Program, run: Run) => void;
