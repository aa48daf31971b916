import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import split from 'split2';
import { DataDirectory } from '../../../libs/platform/data-directory/data-directory.js';
import { ERAS, stdioClient } from '../../support/mcp/mcp-clients.js';
import { tryClient } from '../../support/mcp/tried-client.js';
import { ServerProcess } from '../../support/service/server-process.js';

describe('mneme mcp whose data directory changes hands', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'mneme-takeover-'));
    await ServerProcess.copyTemplate(dataDir);
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  it.each(ERAS)('goes on by itself where the process that served it is killed (%s)', async (era) => {
    const server = await ServerProcess.start({}, dataDir);
    const client = await stdioClient({ MNEME_DATA_DIR: dataDir }, era);
    await tryClient(client);
    await server.kill();
    await tryClient(client);
    await client.close();
  });

  it('leaves the directory to a service that is started again', async () => {
    const first = await ServerProcess.start({}, dataDir);
    const client = await stdioClient({ MNEME_DATA_DIR: dataDir }, 'legacy');
    await first.stop();
    const call = client.listTools();
    const second = await ServerProcess.start({}, dataDir);
    expect((await call).tools).toHaveLength(10);
    await tryClient(client);
    await client.close();
    await second.stop();
  });

  it('tells its client of a call that may have been carried out, and repeats what only reads', async () => {
    const holder = await DataDirectory.open(dataDir);
    const heard = new Promise<Socket>((resolve) => {
      holder.lock.onConnection((socket) => void hearCall(socket).then(() => resolve(socket)));
    });
    const client = await stdioClient({ MNEME_DATA_DIR: dataDir }, 'legacy');
    const list = client.listTools();
    const call = client.callTool({ name: 'memory_add', arguments: { content: 'Tea at four', type: 'episodic' } });
    await heard;
    await holder.close();
    await expect(call).rejects.toThrow('Whether it carried the call out is not known: check before you repeat it.');
    expect((await list).tools).toHaveLength(10);
    await tryClient(client);
    await client.close();
  });

  it('begins elsewhere where the process that served it ends before it reads', async () => {
    const holder = await DataDirectory.open(dataDir);
    const begun = new Promise<void>((resolve) => {
      holder.lock.onConnection((socket) => socket.once('data', () => socket.end('{"begun":true}\n', resolve)));
    });
    const connected = stdioClient({ MNEME_DATA_DIR: dataDir }, 'legacy');
    await begun;
    await holder.close();
    const client = await connected;
    await tryClient(client);
    await client.close();
  });
});

/** A holder that greets its client and says no more. @returns once a tool has been called */
async function hearCall(socket: Socket): Promise<void> {
  const send = (reply: object): boolean => socket.write(`${JSON.stringify(reply)}\n`);
  const lines = socket.pipe(split(JSON.parse));
  await once(lines, 'data');
  send({ begun: true });
  send({ read: true });
  for await (const { in: text } of lines as AsyncIterable<{ in: string }>) {
    for (const message of text
      .trim()
      .split('\n')
      .map((each) => JSON.parse(each) as { id: number; method: string })) {
      if (message.method === 'initialize') send({ out: `${JSON.stringify(greetingFor(message.id))}\n` });
      if (message.method === 'tools/call') return;
    }
  }
}

function greetingFor(id: number): object {
  const serverInfo = { name: 'holder', version: '1' };
  return { jsonrpc: '2.0', id, result: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo } };
}
