import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { NodeChild } from './child-process.js';

/** In the folder of a build. */
const API = 'apps/api/main.js';
const TEST_SERVER = 'test/support/service/server.main.js';

/** How a service is started. */
export interface ServiceStart {
  /** Folder of the build that is run: this one, or that of another commit. */
  readonly built: string;
  readonly env: Readonly<Record<string, string>>;
  /** Of Node. */
  readonly flags: readonly string[];
}

/** The service under test, as it is started for real: a process of its own. */
export class ServiceProcess {
  private constructor(
    private readonly node: NodeChild,
    readonly url: string,
  ) {}

  /** On the embedded database of this folder. @returns it and the development key */
  static async startEmbedded(
    dataDir: string,
    { built, env, flags }: ServiceStart,
  ): Promise<{ service: ServiceProcess; key: string }> {
    const node = NodeChild.start([...flags, join(built, API)], { ...common(dataDir), ...env });
    const url = await node.unlessItEnds(bannerUrl(node));
    return { service: new ServiceProcess(node, url), key: (await readFile(join(dataDir, 'dev-key'), 'utf8')).trim() };
  }

  /** On PostgreSQL, as the end-to-end tests run it, without the example feature: pgvector replaced where the database has none. */
  static async startOnPostgres(dataDir: string, { built, env, flags }: ServiceStart): Promise<ServiceProcess> {
    const plain = { ...common(dataDir), TEST_EXAMPLE: 'off' };
    const node = NodeChild.start([...flags, join(built, TEST_SERVER)], { ...plain, ...env });
    const { url } = (await node.message()) as { url: string };
    return new ServiceProcess(node, url);
  }

  get pid(): number {
    return this.node.child.pid ?? 0;
  }

  async stop(): Promise<void> {
    const code = await this.node.stop();
    if (code !== 0) throw new Error(`the service ended with code ${code}`);
  }
}

function common(dataDir: string): Record<string, string> {
  const quiet = { LOG_LEVEL: 'warn', LOG_FORMAT: 'json', SEED_TEST_TENANT: 'off' };
  return { PORT: '0', MNEME_DATA_DIR: dataDir, DEFAULT_PLAN: 'enterprise', ...quiet };
}

/** The address is printed once requests are answered. */
async function bannerUrl(node: NodeChild): Promise<string> {
  for (;;) {
    const url = /^API +(http\S+)\/api\/v1/m.exec(node.out.join(''))?.[1];
    if (url !== undefined && /^API key/m.test(node.out.join(''))) return url;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
