/** The first line that a client sends over the lock of a data directory. */
export interface CommandRequest {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly interactive: boolean;
  readonly apiKey?: string | undefined;
}

/** Each further line of a client, once it has been asked to read: what its input says, null at its end. */
export interface CommandInput {
  readonly in: string | null;
}

/** Each line that the server sends: what to write, that the command reads input, and last the exit code. */
export type CommandReply =
  { readonly out: string } | { readonly err: string } | { readonly read: true } | { readonly exit: number };
