import { Readable, Writable } from 'node:stream';
import { runOnServer } from '../../../apps/cli/run-on-server.js';
import { DataDirectory } from '../../../libs/platform/data-directory/data-directory.js';
import type { FinishedCommand } from './mneme-command.js';

/**
 * `mneme …` beside a running server, without the process that `mnemeCommand` starts for it: what the server does with the
 * words is the same, and a process takes two seconds to load.
 * @param dataDir of the server
 */
export async function serverCommand(dataDir: string, words: readonly string[], cwd = '/'): Promise<FinishedCommand> {
  const socket = await DataDirectory.commandSocket(dataDir);
  const text = { out: '', err: '' };
  const into = (name: keyof typeof text): Writable =>
    new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        text[name] += chunk.toString();
        done();
      },
    });
  const { signal } = new AbortController();
  const io = {
    in: Readable.from([]),
    apiKey: undefined,
    out: into('out'),
    err: into('err'),
    interactive: false,
    cwd,
    signal,
  };
  const code = socket === undefined ? undefined : await runOnServer(socket, words, io);
  if (code === undefined) throw new Error(`no server holds ${dataDir}`);
  return { code, ...text };
}
