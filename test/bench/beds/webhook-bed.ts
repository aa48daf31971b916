import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportPKCS8, exportSPKI, generateKeyPair } from 'jose';
import pg from 'pg';
import { newKey, newTenant, type Api } from '../../support/service/api.js';
import { eventually } from '../../support/eventually.js';
import { ReceiverProcess, type ReceivedEvent } from '../../support/webhooks/receiver-process.js';
import { ISSUER } from '../../support/service/shared-server.js';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js';
import { cpuMsOf, type CpuTime } from '../report/cpu-time.js';
import { generatedTexts } from '../data/generated-texts.js';
import { BUILT } from '../revision/built.js';
import { ServiceProcess } from '../load/service-process.js';

const SCOPES = ['read:memories', 'write:memories', 'write:webhooks'];
const SETTLED_WITHIN_MS = 600_000;
/** The queue in the process, no limits, receivers on this machine, the log as it is by default. */
const SERVICE_ENV = {
  TEST_RATE_LIMITS: 'off',
  REDIS_URL: '',
  WEBHOOK_ALLOW_HTTP: 'on',
  WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8',
  LOG_LEVEL: 'info',
};

/** A tenant of its own and a key for it. */
export interface BenchTenant {
  readonly tenantId: string;
  readonly api: Api;
}

/** The service on a PostgreSQL database of its own, and a receiver in a third process. */
export class WebhookBed {
  readonly texts = generatedTexts(1_000);
  private taken = 0;

  private constructor(
    readonly service: ServiceProcess,
    private readonly receiver: ReceiverProcess,
    private readonly database: TestDatabase,
    private readonly client: pg.Client,
    private readonly privateKey: string,
    private readonly dir: string,
  ) {}

  /** @param flags of Node, for the service */
  static async open(flags: readonly string[]): Promise<WebhookBed> {
    const dir = await mkdtemp(join(tmpdir(), 'mneme-bench-'));
    const database = await createTestDatabase();
    const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
    const identity = { JWT_PUBLIC_KEY: await exportSPKI(publicKey), JWT_ISSUER: ISSUER };
    const vectors = database.pgvector ? {} : { TEST_VECTOR_INDEX: 'memory' };
    const env = { ...database.env, ...identity, ...vectors, ...SERVICE_ENV };
    const service = await ServiceProcess.startOnPostgres(dir, { built: BUILT, env, flags });
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const receiver = await ReceiverProcess.start();
    return new WebhookBed(service, receiver, database, client, await exportPKCS8(privateKey), dir);
  }

  async tenant(): Promise<BenchTenant> {
    const tenant = await newTenant({ url: this.service.url, routes: '', privateKey: this.privateKey, env: {} });
    return { tenantId: tenant.tenantId, api: await newKey(tenant, SCOPES) };
  }

  /** @param behaviour of the receiver @returns the webhook's path */
  async register({ api }: BenchTenant, behaviour: string, event = 'memory.created'): Promise<string> {
    const body = { name: behaviour, url: this.receiver.url(behaviour), events: [event], secret: 'not a real secret' };
    const { status, text, body: answer } = await api.post('/api/v1/webhooks', body);
    if (status !== 201) throw new Error(`a webhook was answered with ${status}: ${text}`);
    return `/api/v1/webhooks/${(answer.data as { id: string }).id}`;
  }

  /** So many new memories in one request, one event for each. */
  async importMemories({ api, tenantId }: BenchTenant, count: number): Promise<void> {
    const rawBody = Array.from({ length: count }, () => JSON.stringify({ content: this.text(), type: 'task' }));
    const headers = { 'content-type': 'application/x-ndjson' };
    const path = `/api/v1/memories/import?tenantId=${tenantId}`;
    const { status, body } = await api.send('POST', path, { rawBody: rawBody.join('\n'), headers });
    const created = (body.data as { created?: number } | undefined)?.created;
    if (status !== 200 || created !== count) throw new Error(`the import was answered with ${status}`);
  }

  /** A text that is not the one before. */
  text(): string {
    return `${this.texts[this.taken % this.texts.length] ?? ''} ${this.taken++}`;
  }

  /** What has come to the receiver from here on. @returns waits for so many different events, in the order of their arrival */
  async expect(behaviour: string): Promise<(count: number) => Promise<ReceivedEvent[]>> {
    const before = (await this.receiver.received(behaviour)).length;
    return async (count) =>
      eventually(async () => {
        // Asking costs the receiver time: not more often than this.
        await new Promise((resolve) => setTimeout(resolve, 100));
        const events = (await this.receiver.received(behaviour)).slice(before);
        const found = new Set(events.map(({ id }) => id)).size;
        if (found < count) throw new Error(`${found} of ${count} events have come to /${behaviour}`);
        return events;
      }, SETTLED_WITHIN_MS);
  }

  /** Resolves when every memory is searchable and every event has become deliveries. */
  async settled(): Promise<void> {
    await this.rowless('SELECT FROM index_queue LIMIT 1');
    await this.rowless('SELECT FROM outbox_handler_queue LIMIT 1');
  }

  /** Resolves when nothing is to be sent. Not while an endpoint fails. */
  async delivered(): Promise<void> {
    await this.rowless('SELECT FROM webhook_deliveries WHERE next_attempt_at IS NOT NULL LIMIT 1');
  }

  /** As if another process had the endpoints in hand: events become deliveries, and none is made. */
  async holdDeliveries(): Promise<void> {
    await this.client.query(
      `UPDATE webhook_states SET lane_owner = gen_random_uuid(), lane_until = now() + interval '1 hour'`,
    );
  }

  async releaseDeliveries(): Promise<void> {
    await this.client.query('UPDATE webhook_states SET lane_owner = NULL, lane_until = NULL');
  }

  /** The database's processes are those that are connected now: the service's pool stays. */
  async cpuTime(): Promise<CpuTime> {
    const backends = await this.client.query<{ pid: number }>(
      'SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
    const times = await Promise.all(backends.rows.map(({ pid }) => cpuMsOf(pid)));
    return { service: await cpuMsOf(this.service.pid), database: times.reduce((sum, ms) => sum + ms, 0) };
  }

  async close(): Promise<void> {
    await this.service.stop();
    await this.receiver.stop();
    await this.client.end();
    await this.database.drop();
    await rm(this.dir, { recursive: true, force: true });
  }

  private async rowless(query: string): Promise<void> {
    await eventually(async () => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      if ((await this.client.query(query)).rowCount !== 0) throw new Error(`there still is: ${query}`);
    }, SETTLED_WITHIN_MS);
  }
}
