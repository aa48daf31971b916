import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../eventually.js';
import { Api, type ApiResponse } from '../service/api.js';
import { MnemeProcess } from '../service/mneme-process.js';
import { ServerProcess } from '../service/server-process.js';
import { QdrantDouble } from './qdrant-double/qdrant-double.js';

const TENANT = '00000000-0000-0000-0000-000000000001';
const QUERIES = [
  'a walk along the river',
  'who repaired the bicycle?',
  'soup with lentils',
  'number 77',
  'plans for may',
];
const SUBJECTS = [
  'walked along the river',
  'repaired the bicycle',
  'cooked lentil soup',
  'made plans for may',
  'read a book',
];
const NAMES = ['Anna', 'Boris', 'Clara', 'Deniz', 'Emil', 'Fatou', 'Greta'];

/** Each test fills an installation of its own. */
export const LIMIT_MS = 600_000;

/** An installation with 1,500 memories whose vector index is destroyed. */
export class ReindexBed {
  static readonly MEMORIES = 1_500;
  private server: MnemeProcess | undefined;
  private api = new Api('', undefined);

  private constructor(
    readonly qdrant: QdrantDouble,
    readonly dataDir: string,
  ) {}

  static async create(): Promise<ReindexBed> {
    const dataDir = await mkdtemp(join(tmpdir(), 'mneme-reindex-'));
    await ServerProcess.copyTemplate(dataDir);
    return new ReindexBed(await QdrantDouble.start(), dataDir);
  }

  async remove(): Promise<void> {
    await this.stop();
    await this.qdrant.stop();
    await rm(this.dataDir, { recursive: true });
  }

  env(inQdrant: boolean): Record<string, string> {
    return {
      MNEME_DATA_DIR: this.dataDir,
      DEFAULT_PLAN: 'enterprise',
      SEED_TEST_TENANT: 'off',
      ...(inQdrant ? { QDRANT_URL: this.qdrant.url } : {}),
    };
  }

  async start(inQdrant: boolean): Promise<void> {
    this.server = await MnemeProcess.start('api', this.env(inQdrant));
    this.api = new Api(this.server.url, (await readFile(join(this.dataDir, 'dev-key'), 'utf8')).trim());
  }

  async stop(): Promise<void> {
    await this.server?.stop();
  }

  async kill(): Promise<void> {
    await this.server?.kill();
  }

  async store(): Promise<void> {
    for (let from = 0; from < ReindexBed.MEMORIES; from += 500) {
      const memories = Array.from({ length: 500 }, (_, i) => ({
        content: `${NAMES[(from + i) % 7]} ${SUBJECTS[(from + i) % 5]}, number ${from + i}`,
        type: 'event',
      }));
      expect((await this.api.post('/api/v1/memories/bulk', { tenantId: TENANT, memories })).status).toBe(200);
    }
    await this.settled();
  }

  /** Every result with its relevance, in order. A busy machine may take longer for one than Qdrant's two seconds. */
  async answers(): Promise<unknown[]> {
    const found: unknown[] = [];
    for (const query of QUERIES) {
      await eventually(async () => {
        const { status, body } = await this.search(query);
        expect(status).toBe(200);
        found.push(body.data.results.map((result: any) => [result.id, result.relevance]));
      });
    }
    return found;
  }

  async settled(): Promise<void> {
    await eventually(async () => {
      const { text } = await this.api.get('/metrics');
      expect(Number(/^mneme_index_queue_waiting (\d+)/m.exec(text)?.[1])).toBe(0);
    }, LIMIT_MS);
  }

  /** Results of all queries; an index that is not there has none. */
  async found(): Promise<number> {
    const all = await Promise.all(QUERIES.map((query) => this.search(query)));
    return all.reduce((sum, { body }) => sum + Number(body.data?.results.length ?? 0), 0);
  }

  async dropCollections(): Promise<void> {
    const collections = await this.collections();
    expect(collections.length).toBeGreaterThan(0);
    for (const collection of collections) await fetch(collection, { method: 'DELETE' });
  }

  /** In the only collection there is; 0 where there is none. */
  async points(): Promise<number> {
    const [collection] = await this.collections();
    if (collection === undefined) return 0;
    const { result } = (await (await fetch(collection)).json()) as { result: { points_count: number } };
    return result.points_count;
  }

  private search(query: string): Promise<ApiResponse> {
    return this.api.post('/api/v1/memories/search', { query, tenantId: TENANT, limit: 20 });
  }

  private async collections(): Promise<string[]> {
    const { url } = this.qdrant;
    const { result } = (await (await fetch(`${url}/collections`)).json()) as {
      result: { collections: { name: string }[] };
    };
    return result.collections.map(({ name }) => `${url}/collections/${encodeURIComponent(name)}`);
  }
}
