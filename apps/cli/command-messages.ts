/** The first line that a client sends over the lock of a data directory. */
export interface CommandRequest {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly interactive: boolean;
  readonly apiKey?: string | undefined;
}

/** Each further line of a client: that the person gave up, or, once asked to read, what its input says, null at its end. */
export type CommandInput = { readonly in: string | null } | { readonly interrupt: true };

/** Each line that the server sends: that it begins, what to write, that the command reads input, and last the exit code. */
export type CommandReply =
  | { readonly begun: true }
  | { readonly out: string }
  | { readonly err: string }
  | { readonly read: true }
  | { readonly exit: number };
