import { randomUUID } from 'node:crypto';
import { Api, newTenant, sharedServer, type TestTenant } from '../../support/service/api.js';
import { eventually } from '../../support/eventually.js';
import { ServerProcess } from '../../support/service/server-process.js';
import { createTestDatabase } from '../../support/database/test-database.js';

declare const profile: 'embedded' | 'postgres';

const CREATES = 1_000;
const CLIENTS = 8;
const TOGETHER = 3;

/** A service that is killed in the middle, and started again on the same data at another address. */
class Restarting {
  private server: ServerProcess;
  private constructor(
    server: ServerProcess,
    private readonly env: Record<string, string>,
  ) {
    this.server = server;
  }

  static async start(env: Record<string, string>): Promise<Restarting> {
    return new Restarting(await ServerProcess.start(env), env);
  }

  get url(): string {
    return this.server.url;
  }

  async killAndStart(): Promise<void> {
    await this.server.kill();
    this.server = await ServerProcess.start(this.env, this.server.dataDir);
  }

  async end(): Promise<void> {
    await this.server.stop();
    await this.server.removeData();
  }
}

describe('1,000 creates, each sent three times at once, through a kill -9', () => {
  it('are 1,000 memories', async () => {
    const shared = sharedServer();
    const database = profile === 'postgres' ? await createTestDatabase() : undefined;
    const env = { ...shared.env, ...database?.env, LOG_LEVEL: 'error', DEFAULT_PLAN: 'enterprise' };
    const service = await Restarting.start(env);
    try {
      const tenant = await newTenant(shared);
      const ids = await createAll(service, tenant);
      expect(new Set(ids).size).toBe(CREATES);
      const api = new Api(service.url, tenant.api.token);
      const list = await api.get(`/api/v1/memories?tenantId=${tenant.tenantId}&limit=1`);
      expect(list.body.data.pagination.total).toBe(CREATES);
    } finally {
      await service.end();
      await database?.drop();
    }
  }, 900_000);
});

async function createAll(service: Restarting, tenant: TestTenant): Promise<string[]> {
  const ids: string[] = [];
  let next = 0;
  let restart: Promise<void> | undefined;
  const client = async (): Promise<void> => {
    for (let i = next++; i < CREATES; i = next++) {
      const key = randomUUID();
      const answers = await Promise.all(
        Array.from({ length: TOGETHER }, () => untilCreated(service, tenant, key, `memory ${i}`)),
      );
      expect(new Set(answers).size).toBe(1);
      ids.push(answers[0]!);
      if (ids.length >= CREATES / 2) restart ??= service.killAndStart();
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  await restart;
  return ids;
}

/** As a client does that has no answer, or is told to wait: the same again. */
async function untilCreated(service: Restarting, tenant: TestTenant, key: string, content: string): Promise<string> {
  let id = '';
  await eventually(async () => {
    const api = new Api(service.url, tenant.api.token);
    const body = { content, type: 'task', tenantId: tenant.tenantId };
    const response = await api.post('/api/v1/memories', body, { headers: { 'idempotency-key': key } });
    expect(response.status).toBe(201);
    id = response.body.data.id as string;
  }, 120_000);
  return id;
}
