import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Api } from '../../support/service/api.js';
import { eventually } from '../../support/eventually.js';
import type { FinishedCommand } from '../../support/service/mneme-command.js';
import { selfSigned } from '../../support/webhooks/self-signed.js';
import { serverCommand } from '../../support/service/server-command.js';
import { ServerProcess } from '../../support/service/server-process.js';
import { verified, WebhookReceiver } from '../../support/webhooks/webhook-receiver.js';

const TENANT = '00000000-0000-0000-0000-000000000001';
const WEBHOOKS = '/api/v1/webhooks';
const SECRET = 'confidential-secret';
const HOOK = '/hook?token=confidential-token';
/** For what the service does by itself, on a busy machine. */
const LIMIT_MS = 60_000;

describe('operating webhooks', () => {
  let folder: string;
  let receiver: WebhookReceiver;
  let server: ServerProcess;
  let api: Api;
  const firstKey = randomBytes(32).toString('base64');
  const secondKey = randomBytes(32).toString('base64');
  const variables = (): Record<string, string> => ({
    SEED_TEST_TENANT: 'off',
    WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8',
    NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'),
    LOG_LEVEL: 'debug',
  });
  const start = async (more: Record<string, string>, dataDir?: string): Promise<void> => {
    server = await ServerProcess.start({ ...variables(), ...more }, dataDir);
    api = new Api(server.url, server.ready.developmentKey);
  };
  const mneme = (...words: string[]): Promise<FinishedCommand> => serverCommand(server.dataDir, words);
  const json = async (...words: string[]): Promise<any> => JSON.parse((await mneme(...words, '--json')).out);
  const memory = (content: string) => api.post('/api/v1/memories', { content, type: 'task', tenantId: TENANT });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mneme-hooks-'));
    const tls = selfSigned();
    await writeFile(join(folder, 'ca.pem'), tls.cert);
    receiver = await WebhookReceiver.start(tls);
    await start({ SECRETS_KEY: firstKey });
  }, 240_000);
  afterAll(async () => {
    await server.stop();
    await server.removeData();
    await receiver.close();
    await rm(folder, { recursive: true });
  });

  it('delivers over TLS, tells the operator, and logs neither contents nor secrets nor whole URLs', async () => {
    const url = receiver.url(HOOK);
    const body = { name: 'a receiver', url, events: ['memory.created'], secret: SECRET };
    const { id } = (await api.post(WEBHOOKS, body)).body.data as { id: string };
    receiver.answer = () => ({ status: receiver.received.length === 1 ? 500 : 200, body: 'confidential-answer' });
    await memory('confidential-content');
    const [, request] = await receiver.requests(2, HOOK, LIMIT_MS);
    expect(verified(request!, SECRET).data.content).toBe('confidential-content');

    const list = await json('webhooks', 'list', '--tenant', TENANT);
    expect(list.webhooks).toMatchObject([{ id, status: 'active', name: 'a receiver' }]);
    expect((await mneme('webhooks', 'list', '--tenant', TENANT)).out).not.toContain('confidential');
    const delivered = async (): Promise<any> => {
      const words = ['webhooks', 'deliveries', id, '--tenant', TENANT, '--status', 'delivered'];
      const { deliveries, total } = await json(...words);
      expect(total).toBe(1);
      return deliveries[0];
    };
    const delivery = await eventually(delivered, LIMIT_MS);
    expect(delivery).toMatchObject({ event: 'memory.created', attempts: 2, statusCode: 200 });
    expect(await json('webhooks', 'redeliver', id, delivery.id, '--tenant', TENANT)).toMatchObject({
      status: 'pending',
    });
    await receiver.requests(3, HOOK, LIMIT_MS);
    expect((await mneme('webhooks', 'redeliver', id, 'dlv_nothing', '--tenant', TENANT)).code).toBe(1);

    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    expect(metrics).toContain('mneme_webhook_attempts_total{result="refused"} 1');
    expect(metrics).toMatch(/mneme_webhook_attempts_total\{result="delivered"\} [12]/);
    for (const gauge of ['queue_age_seconds', 'endpoints_waiting', 'endpoints_disabled']) {
      expect(metrics).toMatch(new RegExp(`^mneme_webhook_${gauge} \\d`, 'm'));
    }
    const log = server.log.join('');
    expect(log).toContain(delivery.id);
    expect(log).toContain(delivery.eventId);
    expect(log).not.toContain('confidential');
  }, 240_000);

  it('seals secrets anew after a change of the key, and says how many are not yet', async () => {
    const doctor = async (): Promise<string> => {
      const { findings } = await json('doctor');
      return findings.find(({ check }: { check: string }) => check === 'secrets').detail as string;
    };
    await server.stop();
    await start({ SECRETS_KEY: secondKey }, server.dataDir);
    expect(await doctor()).toBe('0 sealed with SECRETS_KEY_PREVIOUS, 1 with a key that is not known');
    await server.stop();
    await start({ SECRETS_KEY: secondKey, SECRETS_KEY_PREVIOUS: firstKey }, server.dataDir);
    await eventually(async () => {
      expect(await doctor()).toBe('0 sealed with SECRETS_KEY_PREVIOUS, 0 with a key that is not known');
    }, LIMIT_MS);
    await server.stop();
    await start({ SECRETS_KEY: secondKey }, server.dataDir);
    const before = receiver.received.length;
    await memory('signed after the rotation');
    const last = await eventually(() => {
      const seen = receiver.received[before];
      return seen === undefined ? Promise.reject(new Error('nothing came')) : Promise.resolve(seen);
    }, LIMIT_MS);
    expect(verified(last, SECRET).data.content).toBe('signed after the rotation');
  }, 480_000);
});
