import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { Readable, Writable } from 'node:stream';
import { promisify } from 'node:util';
import { HolderEndedError, runOnServer } from '../../../apps/cli/run-on-server.js';
import { DataDirectory } from '../../../libs/platform/data-directory/data-directory.js';
import { Api } from '../../support/service/api.js';
import { serverCommand } from '../../support/service/server-command.js';
import { ServerProcess } from '../../support/service/server-process.js';
import { WebhookReceiver } from '../../support/webhooks/webhook-receiver.js';

const LIMIT_MS = 400_000;
const MEMORIES = 2_000;
const DEVELOPMENT = '00000000-0000-0000-0000-000000000001';
const WEBHOOKS = { WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8', WEBHOOK_ALLOW_HTTP: 'on' };
const WORDS =
  'boiler roof garden harbour kitchen ladder meadow lantern bridge orchard engine saddle tunnel violin'.split(' ');

interface Proof {
  readonly jobId: string;
  readonly tenantHash: string;
  readonly places: readonly { readonly place: string; readonly deleted: number; readonly left: number }[];
}

/** Many words, so that there is more to delete than is deleted before somebody looks. */
function lineOf(i: number): string {
  const words = Array.from(
    { length: 200 },
    (_, n) => `${WORDS[(i + n) % WORDS.length] ?? ''}${(i * 31 + n * 7) % 500}`,
  );
  return JSON.stringify({ content: words.join(' '), type: 'event', tags: [`t${i % 9}`] });
}

describe('an erasure that is killed with -9', () => {
  let server: ServerProcess;
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    receiver = await WebhookReceiver.start();
  });
  afterAll(async () => {
    await receiver.close();
    await server.removeData();
  });

  const importInto = async (api: Api, tenant: string, count: number): Promise<void> => {
    const rawBody = Array.from({ length: count }, (_, i) => lineOf(i)).join('\n');
    const headers = { 'content-type': 'application/x-ndjson' };
    const { body } = await api.send('POST', `/api/v1/memories/import?tenantId=${tenant}`, { rawBody, headers });
    expect(body.data).toMatchObject({ created: count });
  };
  const namesIn = async (folder: string, name: string): Promise<string> =>
    promisify(execFile)('grep', ['-rl', name, folder]).then(
      ({ stdout }) => stdout,
      () => '',
    );
  /** `mneme tenants erase`, whose progress somebody watches; the server is killed once a part is done. */
  const killUnderWay = async (tenant: string, part: number): Promise<void> => {
    const socket = await DataDirectory.commandSocket(server.dataDir);
    let killed: Promise<void> | undefined;
    let text = '';
    const watched = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        text += String(chunk);
        const percent = Math.max(...[...String(chunk).matchAll(/(\d+)%/g)].map(([, digits]) => Number(digits)), 0);
        if (percent >= part) killed ??= server.kill();
        done();
      },
    });
    const { signal } = new AbortController();
    const input = Readable.from([]);
    const io = { in: input, out: watched, err: watched, interactive: true, cwd: '/', apiKey: undefined, signal };
    const command = runOnServer(socket ?? '', ['tenants', 'erase', tenant, '--yes'], io);
    await expect(command).rejects.toThrow(HolderEndedError);
    expect({ text, killed: killed !== undefined }).toMatchObject({ killed: true });
    await killed;
    server = await ServerProcess.start(WEBHOOKS, server.dataDir);
  };

  it(
    'twice in the middle goes on after the start, and leaves nothing but the proof',
    async () => {
      server = await ServerProcess.start(WEBHOOKS);
      const tenant = `doomed-${randomUUID()}`;
      await serverCommand(server.dataDir, ['tenants', 'create', tenant]);
      const scopes = 'read:memories,write:memories,manage:tenant,write:webhooks';
      const made = await serverCommand(server.dataDir, [
        'keys',
        'create',
        '--tenant',
        tenant,
        '--name',
        'k',
        '--scopes',
        scopes,
      ]);
      const token = made.out.split('\n', 1)[0];
      const webhook = { name: 'w', url: receiver.url(), events: ['memory.created'], secret: `of ${tenant}` };
      expect((await new Api(server.url, token).post('/api/v1/webhooks', webhook)).status).toBe(201);
      // Long deleted when the erasure begins, and more than a table is rewritten for in passing.
      for (let i = 0; i < 2; i++) {
        await importInto(new Api(server.url, token), tenant, MEMORIES);
        if (i === 0) await serverCommand(server.dataDir, ['delete', tenant, '--type', 'event', '--yes']);
      }
      await importInto(new Api(server.url, server.ready.developmentKey), DEVELOPMENT, 50);
      expect(await namesIn(server.dataDir, tenant)).not.toBe('');

      for (const part of [5, 20]) {
        await killUnderWay(tenant, part);
        const refused = await new Api(server.url, token).get(`/api/v1/memories?tenantId=${tenant}`);
        expect(refused.status).toBe(401);
      }
      // By now it may have ended by itself: then the command shows what it left.
      const { code, out } = await serverCommand(server.dataDir, ['tenants', 'erase', tenant, '--yes', '--json']);
      expect(code).toBe(0);
      const { places } = JSON.parse(out) as Proof;
      const deleted = Object.fromEntries(places.map((each) => [each.place, each.deleted]));
      expect(deleted).toMatchObject({
        memories: MEMORIES,
        memory_tags: MEMORIES,
        webhooks: 1,
        tenants: 1,
        api_keys: 1,
      });
      // Of the memories that were deleted before as well, as far as indexing and sending had not come to them.
      for (const place of ['vector_memories', 'outbox_events']) {
        expect(deleted[place]).toBeGreaterThanOrEqual(MEMORIES);
      }
      expect(places.filter(({ left }) => left > 0)).toEqual([]);
      expect(await namesIn(server.dataDir, tenant)).toBe('');

      const api = new Api(server.url, server.ready.developmentKey);
      expect((await api.get(`/api/v1/memories?tenantId=${DEVELOPMENT}`)).body.data.pagination.total).toBe(50);
      expect((await serverCommand(server.dataDir, ['doctor'])).code).toBe(0);
      expect(await server.stop()).toBe(0);
      expect(await namesIn(server.dataDir, tenant)).toBe('');
    },
    LIMIT_MS,
  );
});
