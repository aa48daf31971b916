import { once } from 'node:events';
import type { Socket } from 'node:net';
import { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import split from 'split2';
import type { CommandHost, CommandHosts } from './command-host.js';
import type { CommandIo } from './command-io.js';
import type { CommandReply, CommandRequest } from './command-messages.js';
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
  const [line] = (await once(socket.pipe(split()), 'data', { signal: abort.signal })) as [string];
  const { argv, cwd, interactive } = JSON.parse(line) as CommandRequest;
  const io: CommandIo = {
    out: replies(socket, 'out'),
    err: replies(socket, 'err'),
    interactive,
    cwd,
    signal: abort.signal,
  };
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

/** A stream whose every chunk becomes a line on the socket; as slow as the reader at the other end. */
function replies(socket: Socket, name: 'out' | 'err'): Writable {
  return new Writable({
    decodeStrings: false,
    write: (chunk: string | Buffer, _encoding, done) => {
      socket.write(`${JSON.stringify({ [name]: String(chunk) })}\n`, done);
    },
  });
}
