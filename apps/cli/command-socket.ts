import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import split from 'split2';
import type { CommandHost } from './command-host.js';
import type { CommandIo } from './command-io.js';
import { runProgram } from './program.js';

/** The first line that a client sends. */
interface CommandRequest {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly interactive: boolean;
}

/** Each line that the server sends; the last one is the exit code. */
type CommandReply = { readonly out: string } | { readonly err: string } | { readonly exit: number };

/**
 * Runs the command lines that come in over a server's lock, since only the server may touch its data directory.
 * Who can open the socket is the user who started the server.
 */
export function serveCommands(host: CommandHost): (socket: Socket) => void {
  return (socket) => {
    void answer(socket, host).catch(() => socket.destroy());
  };
}

/** A command holds the data directory itself and ends soon: another one must wait. */
export function refuseCommand(socket: Socket): void {
  const replies: CommandReply[] = [{ err: 'Another mneme command is at work on this data directory.\n' }, { exit: 1 }];
  socket.end(replies.map((reply) => `${JSON.stringify(reply)}\n`).join(''));
}

async function answer(socket: Socket, host: CommandHost): Promise<void> {
  const abort = new AbortController();
  socket.once('close', () => {
    abort.abort();
  });
  const [line] = (await once(socket.pipe(split()), 'data', { signal: abort.signal })) as [string];
  const { argv, cwd, interactive } = JSON.parse(line) as CommandRequest;
  const io: CommandIo = {
    out: replies(socket, 'out'),
    err: replies(socket, 'err'),
    interactive,
    cwd,
    signal: abort.signal,
  };
  const exit = await runProgram(argv, io, () => Promise.resolve(host));
  // What was written is on its way before the exit code is.
  await Promise.all([io.out, io.err].map((stream) => finished(stream.end())));
  socket.end(`${JSON.stringify({ exit } satisfies CommandReply)}\n`);
}

/** A stream whose every chunk becomes a line on the socket; as slow as the reader at the other end. */
function replies(socket: Socket, name: 'out' | 'err'): Writable {
  return new Writable({
    decodeStrings: false,
    write: (chunk: string | Buffer, _encoding, done) => {
      socket.write(`${JSON.stringify({ [name]: String(chunk) })}\n`, done);
    },
  });
}

/**
 * Has a server run a command line.
 * @returns its exit code; undefined where no server listens
 */
export async function runOnServer(
  socketPath: string,
  argv: readonly string[],
  io: CommandIo,
): Promise<number | undefined> {
  const socket = connect(socketPath);
  try {
    await once(socket, 'connect');
  } catch {
    return undefined;
  }
  const request: CommandRequest = { argv, cwd: io.cwd, interactive: io.interactive };
  socket.write(`${JSON.stringify(request)}\n`);
  for await (const line of socket.pipe(split())) {
    const reply = JSON.parse(String(line)) as CommandReply;
    if ('exit' in reply) return reply.exit;
    if ('out' in reply) await write(io.out, reply.out);
    else await write(io.err, reply.err);
  }
  io.err.write('The server ended before the command did. Run it again.\n');
  return 1;
}

async function write(stream: Writable, text: string): Promise<void> {
  if (!stream.write(text)) await once(stream, 'drain');
}
