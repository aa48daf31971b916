import { parseArgs } from 'node:util';
import pg from 'pg';
import { mnemeCommand } from '../support/service/mneme-command.js';
import { MnemeProcess } from '../support/service/mneme-process.js';
import { MEASURED_FLAGS } from '../support/service/node-flags.js';
import { createTestDatabase } from '../support/database/test-database.js';
import { openTestQdrant } from '../support/vectors/test-qdrant.js';
import { cpuEach, cpuMsOf, describeCpu, type CpuTime } from './report/cpu-time.js';
import { residentBytes } from './report/resident-memory.js';
import { generatedTexts } from './data/generated-texts.js';
import { httpLoad, type LoadRequest } from './load/http-load.js';

const TENANT = 'storage';
const BULK = 500;
const MEMORIES = '/api/v1/memories';

/**
 * What a memory takes and what a request costs, for docs/operate/scaling.md: fills a new database of TEST_DATABASE_URL, with
 * vectors in the Qdrant of TEST_QDRANT_URL, and reads the sizes of every table, the memory of Qdrant, and processor time.
 * Usage: npm run bench:storage -- --memories 50000 --requests 1000 [--model builtin] [--qdrant-pid PID]
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      memories: { type: 'string', default: '50000' },
      requests: { type: 'string', default: '1000' },
      model: { type: 'string', default: 'builtin-fast' },
      'qdrant-pid': { type: 'string' },
    },
  });
  const database = await createTestDatabase();
  const qdrant = await openTestQdrant();
  const more = { QDRANT_URL: qdrant.url, QDRANT_COLLECTION: database.name, DEFAULT_PLAN: 'enterprise' };
  const env = { ...database.env, ...more, LOG_LEVEL: 'warn', EMBEDDING_MODEL: values.model };
  const service = await MnemeProcess.start('api', env, MEASURED_FLAGS);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    const bench = new StorageBench(service, client, Number(values['qdrant-pid'] ?? 0));
    await bench.fill(await newKey(env), Number(values.memories));
    await bench.sizes();
    if (qdrant.url === process.env['TEST_QDRANT_URL']) await bench.qdrant(qdrant.url);
    await bench.requests(Number(values.requests));
  } finally {
    await client.end();
    await service.stop();
    await qdrant.drop(database.name);
    await database.drop();
  }
}

class StorageBench {
  private key = '';
  private stored = 0;
  private qdrantBefore = 0;

  constructor(
    private readonly service: MnemeProcess,
    private readonly client: pg.Client,
    private readonly qdrantPid: number,
  ) {}

  async fill(key: string, count: number): Promise<void> {
    this.key = key;
    this.qdrantBefore = await residentBytes(this.qdrantPid);
    const texts = generatedTexts(count);
    const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    const pages = Array.from({ length: Math.ceil(count / BULK) }, (_, i) => texts.slice(i * BULK, (i + 1) * BULK));
    const bulk = pages.map((page) => post('/bulk', { memories: page.map(memoryOf) }));
    const { cpu } = await this.costOf(bulk, 2, count);
    await this.indexed();
    this.stored = count;
    console.log(`${count} memories of ${Math.round(bytes / count)} bytes of text, two tags and a line of metadata`);
    console.log(`stored 500 at a time: ${describeCpu(cpu)} a memory`);
  }

  async requests(count: number): Promise<void> {
    const texts = generatedTexts(count);
    console.log('');
    const kinds: Record<string, LoadRequest[]> = {
      'POST /memories': texts.map((text, i) => post('', memoryOf(text, i))),
      'POST /memories/search': texts.map((text) => post('/search', { query: text.slice(0, 60), limit: 10 })),
      'GET /memories (50)': texts.map(() => ({ method: 'GET', path: `${MEMORIES}?tenantId=${TENANT}&limit=50` })),
    };
    for (const [name, requests] of Object.entries(kinds)) {
      await this.costOf(requests.slice(0, count / 10), 4, count / 10);
      const { cpu, ms } = await this.costOf(requests, 4, count);
      console.log(`${name}: ${describeCpu(cpu)} a request; p50 ${ms.toFixed(1)} ms at four at once`);
    }
  }

  /** Bytes of every table with something in it, as they are on disk. */
  async sizes(): Promise<void> {
    await this.indexed();
    await this.client.query('VACUUM (ANALYZE)');
    const { rows } = await this.client.query<{ name: string; heap: number; indexes: number }>(
      `SELECT relname AS name, pg_table_size(oid)::float8 AS heap, pg_indexes_size(oid)::float8 AS indexes
         FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND pg_relation_size(oid) > 0
        ORDER BY pg_total_relation_size(oid) DESC`,
    );
    const each = (bytes: number): string => (bytes / this.stored).toFixed(1).padStart(9);
    console.log(`\nPostgreSQL, bytes a memory (${this.stored} memories)   table   indexes`);
    for (const { name, heap, indexes } of rows) console.log(`${name.padEnd(36)} ${each(heap)} ${each(indexes)}`);
    const total = rows.reduce((sum, { heap, indexes }) => sum + heap + indexes, 0);
    console.log(`${'all'.padEnd(36)} ${each(total)}`);
  }

  async qdrant(url: string): Promise<void> {
    const points = await eachCollection(url);
    const grown = (await residentBytes(this.qdrantPid)) - this.qdrantBefore;
    const memory = this.qdrantPid > 0 ? `, ${(grown / points).toFixed(0)} bytes of memory a point` : '';
    console.log(`\nQdrant: ${points} points, ${(points / this.stored).toFixed(2)} a memory${memory}`);
  }

  private async costOf(
    requests: readonly LoadRequest[],
    connections: number,
    count: number,
  ): Promise<{ cpu: CpuTime; ms: number }> {
    const before = await this.cpu();
    const { latencies } = await httpLoad(this.service.url, this.key, requests, connections);
    const cpu = cpuEach(before, await this.cpu(), count);
    return { cpu, ms: latencies.toSorted((a, b) => a - b)[Math.floor(latencies.length / 2)] ?? 0 };
  }

  private async cpu(): Promise<CpuTime> {
    const { rows } = await this.client.query<{ pid: number }>(
      'SELECT pid FROM pg_stat_activity WHERE datname = current_database()',
    );
    const spent = await Promise.all(rows.map(({ pid }) => cpuMsOf(pid)));
    return { service: await cpuMsOf(this.service.pid), database: spent.reduce((sum, ms) => sum + ms, 0) };
  }

  private async indexed(): Promise<void> {
    for (;;) {
      const { rows } = await this.client.query<{ waiting: number }>('SELECT count(*)::int AS waiting FROM index_queue');
      if (rows[0]?.waiting === 0) return;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}

function post(path: string, body: object): LoadRequest {
  return { method: 'POST', path: `${MEMORIES}${path}`, body: { tenantId: TENANT, ...body } };
}

function memoryOf(content: string, i: number): object {
  const tags = [`topic-${i % 200}`, `person-${i % 37}`];
  return {
    content,
    type: 'episodic',
    importance: (i % 10) / 10,
    tags,
    metadata: { source: 'chat', sessionId: `s${i >> 4}` },
  };
}

async function newKey(env: Record<string, string>): Promise<string> {
  await mnemeCommand(env, 'tenants', 'create', TENANT);
  // As many calls as the measurement wants.
  await mnemeCommand(env, 'tenants', 'set-plan', TENANT, 'enterprise', '--requests-per-minute', '600000');
  const created = await mnemeCommand(env, 'keys', 'create', '--tenant', TENANT, '--name', 'bench', '--json');
  if (created.code !== 0) throw new Error(created.err);
  return (JSON.parse(created.out) as { plainKey: string }).plainKey;
}

/** Of all collections of this Qdrant: it should hold nothing else. */
async function eachCollection(url: string): Promise<number> {
  const { result } = (await (await fetch(`${url}/collections`)).json()) as {
    result: { collections: { name: string }[] };
  };
  let points = 0;
  for (const { name } of result.collections) {
    const answer = await (await fetch(`${url}/collections/${encodeURIComponent(name)}`)).json();
    points += (answer as { result: { points_count: number } }).result.points_count;
  }
  return points;
}

await main();
