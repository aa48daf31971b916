import type { Readable, Writable } from 'node:stream';

/** Where a command's words go. The process that runs it need not be the one that the person started. */
export interface CommandIo {
  /** What the person or the program sends; nothing is taken from it before a command reads. */
  readonly in: Readable;
  /** Results. */
  readonly out: Writable;
  /** Messages, warnings, progress. */
  readonly err: Writable;
  /** Whether a person watches: progress is drawn only then. */
  readonly interactive: boolean;
  /** The folder that relative paths start from. */
  readonly cwd: string;
  /** MNEME_API_KEY of the person, for commands that act on behalf of a key. */
  readonly apiKey: string | undefined;
  /** Aborted when the person gave up. */
  readonly signal: AbortSignal;
}

/** The command was used wrongly: exit code 2. */
export class UsageError extends Error {}

/** The command ran and found faults that it has already printed: exit code 1. */
export class CommandFailed extends Error {}
