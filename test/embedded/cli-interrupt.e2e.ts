import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { mnemeCommandIn, type FinishedCommand } from '../support/service/mneme-command.js';
import { NODE_FLAGS } from '../support/service/node-flags.js';
import { ServerProcess } from '../support/service/server-process.js';

const TENANT = 'interrupted';
const line = (i: number): string => `${JSON.stringify({ content: `Buoy ${i} is lit`, type: 'semantic' })}\n`;
/** What is looked at before the first record is stored. */
const HEAD_LINES = 2_000;
const LINES = 20_000;

/** Writes records as long as someone reads them: an import that does not end by itself. */
async function feed(pipe: string, onOpen: () => void): Promise<void> {
  const file = createWriteStream(pipe);
  const closed = new AbortController();
  const close = (): void => {
    closed.abort();
  };
  file.on('error', close).on('close', close);
  await once(file, 'open');
  onOpen();
  for (let i = 0; i < LINES && !closed.signal.aborted; i++) {
    if (!file.write(line(i))) await once(file, 'drain', { signal: closed.signal }).catch(() => undefined);
    if (i > HEAD_LINES) await delay(1);
  }
  file.destroy();
}

describe('Ctrl-C during an import', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mneme-interrupt-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** As a terminal and npm send it: to the whole group of processes, and once more to the command. */
  async function interrupted(dataDir: string): Promise<FinishedCommand> {
    const pipe = join(folder, 'held.ndjson');
    execFileSync('mkfifo', [pipe]);
    let onOpen = (): void => undefined;
    const isRead = new Promise<void>((opened) => (onOpen = opened));
    const feeding = feed(pipe, () => {
      onOpen();
    });
    const words = ['import', pipe, '--tenant', TENANT, '--create-tenant', '--batch', '500'];
    const child = spawn(process.execPath, [...NODE_FLAGS, resolve('dist-test/apps/cli/main.js'), ...words], {
      env: { PATH: process.env['PATH'] ?? '', EMBEDDING_MODEL: 'builtin-fast', MNEME_DATA_DIR: dataDir },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const text = { out: '', err: '' };
    child.stdout.on('data', (chunk: Buffer) => (text.out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (text.err += chunk.toString()));
    const closed = once(child, 'close') as Promise<[number]>;
    await Promise.race([isRead.then(() => delay(2_000)), closed]);
    process.kill(-(child.pid ?? 0), 'SIGINT');
    process.kill(child.pid ?? 0, 'SIGINT');
    const [code] = await closed;
    await feeding;
    return { code, ...text };
  }

  async function goesOn(dataDir: string): Promise<void> {
    const { code, out, err } = await interrupted(dataDir);
    expect([code, err]).toEqual([1, 'Interrupted. Run the same command again: it goes on where it was.\n']);
    const [, read = 0, stored = 0] =
      /^(\d+) records read: (\d+) stored, 0 already there, 0 refused.\n$/.exec(out) ?? [];
    expect(Number(stored)).toBeGreaterThan(0);
    expect(Number(stored)).toBe(Number(read));
    const count = Number(read) + 10;
    await writeFile(join(folder, 'whole.ndjson'), Array.from({ length: count }, (_, i) => line(i)).join(''));
    const again = await mnemeCommandIn(
      folder,
      { MNEME_DATA_DIR: dataDir },
      'import',
      'whole.ndjson',
      '--tenant',
      TENANT,
    );
    expect(again.out).toBe(`${count} records read: 10 stored, ${read} already there, 0 refused.\n`);
  }

  it('of a running service ends it, with its summary', async () => {
    const server = await ServerProcess.start();
    await goesOn(server.dataDir);
    await server.stop();
    await server.removeData();
  });

  it('of this process ends it in the same way', async () => {
    await ServerProcess.copyTemplate(folder);
    await goesOn(folder);
  });
});
