import { newTenant, sharedServer, type TestTenant } from '../service/api.js';
import { EmbeddingsServer } from '../vectors/embeddings-server.js';
import { FaultyProxy } from './faulty-proxy.js';
import { MnemeProcess } from '../service/mneme-process.js';
import { OwnRedis } from '../database/own-redis.js';
import { createTestDatabase } from '../database/test-database.js';
import { openTestQdrant } from '../vectors/test-qdrant.js';

export const DEPENDENCIES = ['PostgreSQL', 'Qdrant', 'Redis', 'embedder'] as const;
export type Dependency = (typeof DEPENDENCIES)[number];

/** One process of the service that reaches everything it needs by way of a proxy. */
export class FaultBed {
  private constructor(
    readonly proxies: Readonly<Record<Dependency, FaultyProxy>>,
    readonly service: MnemeProcess,
    private readonly cleanUp: () => Promise<void>,
  ) {}

  static async open(): Promise<FaultBed> {
    const redis = await OwnRedis.onFreePort();
    await redis.start();
    const [database, qdrant, model] = [
      await createTestDatabase(),
      await openTestQdrant(),
      await EmbeddingsServer.start(),
    ];
    const proxies = {
      PostgreSQL: await FaultyProxy.before(database.url),
      Qdrant: await FaultyProxy.before(qdrant.url),
      Redis: await FaultyProxy.before(redis.url),
      embedder: await FaultyProxy.before(model.url),
    };
    const { JWT_PUBLIC_KEY = '', JWT_ISSUER = '', DEFAULT_PLAN = '' } = sharedServer().env;
    const service = await MnemeProcess.start('api', {
      ...database.env,
      ...{ JWT_PUBLIC_KEY, JWT_ISSUER, DEFAULT_PLAN },
      DATABASE_URL: proxies.PostgreSQL.url,
      REDIS_URL: proxies.Redis.url,
      ...{ QDRANT_URL: proxies.Qdrant.url, QDRANT_COLLECTION: database.name },
      ...{
        EMBEDDING_MODEL: `openai:${model.model}`,
        EMBEDDING_URL: proxies.embedder.url,
        EMBEDDING_API_KEY: model.key,
      },
    });
    return new FaultBed(proxies, service, async () => {
      await Promise.all([model.stop(), redis.stop(), qdrant.drop(database.name)]);
      await database.drop();
    });
  }

  tenant(): Promise<TestTenant> {
    return newTenant({ ...sharedServer(), url: this.service.url });
  }

  async close(): Promise<void> {
    for (const proxy of Object.values(this.proxies)) await proxy.heal();
    await this.service.stop();
    for (const proxy of Object.values(this.proxies)) await proxy.close();
    await this.cleanUp();
  }
}
