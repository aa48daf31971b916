/** The first line that a client sends over the lock of a data directory. */
export interface CommandRequest {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly interactive: boolean;
}

/** Each line that the server sends; the last one is the exit code. */
export type CommandReply = { readonly out: string } | { readonly err: string } | { readonly exit: number };
