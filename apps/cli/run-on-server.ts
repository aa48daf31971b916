import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import split from 'split2';
import { CommandFailed, type CommandIo } from './command-io.js';
import type { CommandInput, CommandReply, CommandRequest } from './command-messages.js';

/** A process that holds the data directory answers at once; one that is starting has this long. */
const START_MS = 60_000;
/** The person hears of the wait after this. */
const NOTICE_MS = 3_000;

/** The process that carried a command out ended before the command did. */
export class HolderEndedError extends Error {
  constructor() {
    super('The server ended before the command did. Run it again.');
    this.name = 'HolderEndedError';
  }
}

/**
 * Has the server that holds the data directory run a command line. One that is still starting is waited for.
 * @returns its exit code; undefined where no server listens, or it ended before it began with the command
 * @throws HolderEndedError where it began with the command and ended before it did
 * @throws Error that says so where it does not begin within a minute
 */
export async function runOnServer(
  socketPath: string,
  argv: readonly string[],
  io: CommandIo,
): Promise<number | undefined> {
  const socket = await connected(socketPath);
  if (socket === undefined) return undefined;
  const lines = socket.pipe(split());
  // What is destroyed has no end that would be piped.
  socket.on('error', () => socket.destroy()).once('close', () => lines.end());
  send(socket, { argv, cwd: io.cwd, interactive: io.interactive, apiKey: io.apiKey });
  const start = new AwaitedStart(socket, io);
  const interrupt = (): void => {
    if (start.isOver) send(socket, { interrupt: true });
    else socket.destroy();
  };
  io.signal.addEventListener('abort', interrupt);
  try {
    for await (const line of lines) {
      start.end();
      const exit = await follow(JSON.parse(String(line)) as CommandReply, socket, io);
      if (exit !== undefined) return ended(io, exit);
    }
    if (!start.isOver) return start.failed();
    io.in.destroy();
    throw new HolderEndedError();
  } finally {
    start.end();
    io.signal.removeEventListener('abort', interrupt);
  }
}

async function connected(socketPath: string): Promise<Socket | undefined> {
  const socket = connect(socketPath);
  try {
    await once(socket, 'connect');
    return socket;
  } catch {
    return undefined;
  }
}

/** Between the connection, which the process that holds the directory takes from its first moment on, and its first answer. */
class AwaitedStart {
  isOver = false;
  private isTooLong = false;
  private readonly notice: NodeJS.Timeout;
  private readonly limit: NodeJS.Timeout;

  constructor(
    socket: Socket,
    private readonly io: CommandIo,
  ) {
    this.notice = setTimeout(() => {
      io.err.write('Waiting for the Mneme process that holds the data directory: it is starting.\n');
    }, NOTICE_MS);
    this.limit = setTimeout(() => {
      this.isTooLong = true;
      socket.destroy();
    }, START_MS);
  }

  end(): void {
    this.isOver = true;
    clearTimeout(this.notice);
    clearTimeout(this.limit);
  }

  /** @returns undefined where the other process has ended: the command can be run without it */
  failed(): undefined {
    if (this.io.signal.aborted) {
      this.io.err.write('Interrupted.\n');
      throw new CommandFailed();
    }
    if (this.isTooLong) {
      throw new Error(
        `The Mneme process that holds the data directory has not answered for ${START_MS / 1_000} s. Run the command again once it has started.`,
      );
    }
  }
}

/** @returns the exit code, where it was the last reply */
async function follow(reply: CommandReply, socket: Socket, io: CommandIo): Promise<number | undefined> {
  if ('exit' in reply) return reply.exit;
  if ('read' in reply) forward(io.in, socket);
  else if ('out' in reply) await write(io.out, reply.out);
  else if ('err' in reply) await write(io.err, reply.err);
  return undefined;
}

/** An input that is open would keep the process from ending. */
function ended({ in: input }: CommandIo, exit: number): number {
  input.destroy();
  return exit;
}

function send(socket: Socket, message: CommandRequest | CommandInput): void {
  if (socket.writable) socket.write(`${JSON.stringify(message)}\n`);
}

function forward(input: Readable, socket: Socket): void {
  const sendInput = (text: string | null): void => {
    send(socket, { in: text });
  };
  // A character may be in two chunks.
  input.setEncoding('utf8');
  input.on('data', sendInput).once('end', () => {
    sendInput(null);
  });
}

async function write(stream: Writable, text: string): Promise<void> {
  if (!stream.write(text)) await once(stream, 'drain');
}
