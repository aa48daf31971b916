import { once } from 'node:events';
import type { Socket } from 'node:net';
import { Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import split from 'split2';
import type { CommandHost, CommandHosts } from './command-host.js';
import type { CommandIo } from './command-io.js';
import type { CommandInput, CommandReply, CommandRequest } from './command-messages.js';
import { runProgram } from './program.js';

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
  const lines = socket.pipe(split());
  const [line] = (await once(lines, 'data', { signal: abort.signal })) as [string];
  const { argv, cwd, interactive, apiKey } = JSON.parse(line) as CommandRequest;
  const io: CommandIo = {
    in: inputOf(socket, lines, abort),
    out: replies(socket, 'out'),
    err: replies(socket, 'err'),
    interactive,
    cwd,
    apiKey,
    signal: abort.signal,
  };
  socket.write(`${JSON.stringify({ begun: true } satisfies CommandReply)}\n`);
  const exit = await runProgram(argv, io, hostsOf(host));
  // What was written is on its way before the exit code is.
  await Promise.all([io.out, io.err].map((stream) => finished(stream.end())));
  socket.end(`${JSON.stringify({ exit } satisfies CommandReply)}\n`);
}

/** A server gave up the rights of the role that migrates when it started. */
function hostsOf(host: CommandHost): CommandHosts {
  const migrations = {
    status: () => host.installation.database.migrationStatus(),
    forget: () =>
      Promise.reject(new Error('A running server holds the data directory. Stop it, then run this command again.')),
  };
  return { application: () => Promise.resolve(host), migrations: () => Promise.resolve(migrations) };
}

/**
 * The client's input. The client is asked for it when something is read, and its own stays untouched until then.
 * @param abort for when the client says that the person gave up
 */
function inputOf(socket: Socket, lines: Readable, abort: AbortController): Readable {
  let asked = false;
  const input = new Readable({
    read: () => {
      if (asked) return;
      asked = true;
      socket.write(`${JSON.stringify({ read: true } satisfies CommandReply)}\n`);
    },
  });
  lines.on('data', (line: string) => {
    const message = JSON.parse(line) as CommandInput;
    if ('interrupt' in message) abort.abort();
    else input.push(message.in);
  });
  return input;
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
