import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import split from 'split2';
import type { CommandIo } from './command-io.js';
import type { CommandInput, CommandReply, CommandRequest } from './command-messages.js';

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
  const request: CommandRequest = { argv, cwd: io.cwd, interactive: io.interactive, apiKey: io.apiKey };
  socket.write(`${JSON.stringify(request)}\n`);
  for await (const line of socket.pipe(split())) {
    const reply = JSON.parse(String(line)) as CommandReply;
    if ('exit' in reply) return ended(io, reply.exit);
    if ('read' in reply) forward(io.in, socket);
    else if ('out' in reply) await write(io.out, reply.out);
    else await write(io.err, reply.err);
  }
  io.err.write('The server ended before the command did. Run it again.\n');
  return ended(io, 1);
}

/** An input that is open would keep the process from ending. */
function ended({ in: input }: CommandIo, exit: number): number {
  input.destroy();
  return exit;
}

function forward(input: Readable, socket: Socket): void {
  const send = (text: string | null): void => {
    if (socket.writable) socket.write(`${JSON.stringify({ in: text } satisfies CommandInput)}\n`);
  };
  // A character may be in two chunks.
  input.setEncoding('utf8');
  input.on('data', send).once('end', () => {
    send(null);
  });
}

async function write(stream: Writable, text: string): Promise<void> {
  if (!stream.write(text)) await once(stream, 'drain');
}
