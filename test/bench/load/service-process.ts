import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { NodeChild } from './child-process.js';

/** Built beside this file. */
const API = fileURLToPath(new URL('../../../apps/api/main.js', import.meta.url));
const TEST_SERVER = fileURLToPath(new URL('../../support/service/server.main.js', import.meta.url));

/** The service under test, as it is started for real: a process of its own. */
export class ServiceProcess {
  private constructor(
    private readonly node: NodeChild,
    readonly url: string,
  ) {}

  /** On the embedded database of this folder. @returns it and the development key */
  static async startEmbedded(
    dataDir: string,
    flags: readonly string[],
  ): Promise<{ service: ServiceProcess; key: string }> {
    const node = NodeChild.start([...flags, API], { ...common(dataDir), DEFAULT_PLAN: 'enterprise' });
    const url = await node.unlessItEnds(bannerUrl(node));
    return { service: new ServiceProcess(node, url), key: (await readFile(join(dataDir, 'dev-key'), 'utf8')).trim() };
  }

  /** On PostgreSQL, as the end-to-end tests run it, without the example feature: pgvector replaced where the database has none. */
  static async startOnPostgres(
    dataDir: string,
    env: Readonly<Record<string, string>>,
    flags: readonly string[],
  ): Promise<ServiceProcess> {
    const plain = { ...common(dataDir), DEFAULT_PLAN: 'enterprise', TEST_EXAMPLE: 'off' };
    const node = NodeChild.start([...flags, TEST_SERVER], { ...plain, ...env });
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
  return { PORT: '0', MNEME_DATA_DIR: dataDir, LOG_LEVEL: 'warn', LOG_FORMAT: 'json', SEED_TEST_TENANT: 'off' };
}

/** The address is printed once requests are answered. */
async function bannerUrl(node: NodeChild): Promise<string> {
  for (;;) {
    const url = /^API +(http\S+)\/api\/v1/m.exec(node.out.join(''))?.[1];
    if (url !== undefined && /^API key/m.test(node.out.join(''))) return url;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
