import { once } from 'node:events';
import { connect } from 'node:net';
import type { Writable } from 'node:stream';
import split from 'split2';
import type { CommandIo } from './command-io.js';
import type { CommandReply, CommandRequest } from './command-messages.js';

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
