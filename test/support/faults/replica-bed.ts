import { newTenant, sharedServer, type TestTenant } from '../service/api.js';
import { MnemeProcess } from '../service/mneme-process.js';
import { OwnRedis } from '../database/own-redis.js';
import { createTestDatabase } from '../database/test-database.js';
import { testVectors } from '../vectors/test-qdrant.js';

/** Processes of the service on one PostgreSQL, one Redis and one place for vectors, which are this test's own. */
export class ReplicaBed {
  private readonly processes = new Set<MnemeProcess>();

  private constructor(
    readonly redis: OwnRedis,
    /** Of every process. */
    readonly env: Readonly<Record<string, string>>,
    readonly databaseUrl: string,
    private readonly cleanUp: () => Promise<void>,
  ) {}

  static async open(more: Record<string, string> = {}): Promise<ReplicaBed> {
    const redis = await OwnRedis.onFreePort();
    await redis.start();
    const database = await createTestDatabase();
    const vectors = await testVectors(database);
    // Of the shared server: its identity provider, and plan and networks of tests.
    const { JWT_PUBLIC_KEY, JWT_ISSUER, ...others } = sharedServer().env;
    const { DEFAULT_PLAN, AUTH_FAILURES_PER_MINUTE, WEBHOOK_ALLOW_HTTP, WEBHOOK_ALLOWED_CIDRS } = others;
    const shared = { JWT_PUBLIC_KEY, JWT_ISSUER, DEFAULT_PLAN, AUTH_FAILURES_PER_MINUTE };
    const webhooks = { WEBHOOK_ALLOW_HTTP, WEBHOOK_ALLOWED_CIDRS };
    const env = { ...shared, ...webhooks, ...database.env, ...vectors.env, REDIS_URL: redis.url, ...more };
    return new ReplicaBed(redis, env as Record<string, string>, database.url, async () => {
      await vectors.drop();
      await database.drop();
      await redis.stop();
    });
  }

  /** One that answers requests and leaves the jobs to workers. */
  api(more: Record<string, string> = {}): Promise<MnemeProcess> {
    return this.start('api', { WORKERS: 'off', ...more });
  }

  worker(more: Record<string, string> = {}): Promise<MnemeProcess> {
    return this.start('worker', more);
  }

  /** A tenant that nobody else has, with a client of this process. */
  tenant({ url }: Pick<MnemeProcess, 'url'>): Promise<TestTenant> {
    return newTenant({ ...sharedServer(), url });
  }

  /** Ends whatever was started. */
  async close(): Promise<void> {
    await Promise.all([...this.processes].map((each) => each.stop()));
    await this.cleanUp();
  }

  private async start(kind: 'api' | 'worker', more: Record<string, string>): Promise<MnemeProcess> {
    const started = await MnemeProcess.start(kind, { ...this.env, ...more });
    this.processes.add(started);
    return started;
  }
}
