import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { createTestDatabase } from '../../support/database/test-database.js';
import { MnemeProcess } from '../../support/service/mneme-process.js';
import { MEASURED_FLAGS } from '../../support/service/node-flags.js';
import { openTestQdrant } from '../../support/vectors/test-qdrant.js';
import { TokenIssuer } from './token-issuer.js';

/** What a later run has to know to go on with the same memories. */
interface Installation {
  readonly name: string;
  readonly env: Record<string, string>;
}

interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
  /** NDJSON instead of a body. */
  readonly lines?: string;
}

const LOOK_MS = 500;
/** As the service makes its collections. */
const GRAPH_LINKS = 16;

/** The service on the servers of TEST_DATABASE_URL, TEST_QDRANT_URL and, where it is set, TEST_REDIS_URL. */
export class ScaleBed {
  private readonly tokens = new Map<string, Promise<string>>();

  private constructor(
    readonly service: MnemeProcess,
    readonly database: pg.Client,
    private readonly installation: Installation,
    private readonly qdrantUrl: string,
    private readonly issuer: TokenIssuer,
  ) {}

  /** @param keep file that names the installation: it is made where the file is missing, and stays */
  static async open(keep: string | undefined): Promise<ScaleBed> {
    const qdrantUrl = process.env['TEST_QDRANT_URL'];
    if (qdrantUrl === undefined) throw new Error('TEST_QDRANT_URL is not set');
    const installation = await installationOf(keep);
    const { name, env } = installation;
    const issuer = await TokenIssuer.create();
    const vectors = { QDRANT_URL: qdrantUrl, QDRANT_COLLECTION: name };
    const settings = { DEFAULT_PLAN: 'local', LOG_LEVEL: 'warn', EMBEDDING_MODEL: 'builtin-fast' };
    const environment = { ...env, ...vectors, ...issuer.env, ...settings };
    const service = await MnemeProcess.start('api', environment, MEASURED_FLAGS);
    const database = new pg.Client({ connectionString: env['DATABASE_URL'] });
    await database.connect();
    return new ScaleBed(service, database, installation, qdrantUrl, issuer);
  }

  /** Of a user, who has a tenant of that name from the first request on. */
  token(tenant: string): Promise<string> {
    const token = this.tokens.get(tenant) ?? this.issuer.token(tenant);
    this.tokens.set(tenant, token);
    return token;
  }

  /** @returns the answer's data @throws Error where it is refused */
  async call(tenant: string, call: Call): Promise<unknown> {
    const text = await (await this.send(tenant, call)).text();
    return (JSON.parse(text) as { data: unknown }).data;
  }

  async send(tenant: string, { method, path, body, lines }: Call): Promise<Response> {
    const type = lines === undefined ? 'application/json' : 'application/x-ndjson';
    const content = lines ?? (body === undefined ? undefined : JSON.stringify(body));
    const headers = { authorization: `Bearer ${await this.token(tenant)}`, ...(content && { 'content-type': type }) };
    const options = { method, headers, ...(content === undefined ? {} : { body: content }) };
    const response = await fetch(`${this.service.url}/api/v1${path}`, options);
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response;
  }

  /** How many memories there are in all tenants. */
  async stored(): Promise<number> {
    const sql = 'SELECT coalesce(sum(memories), 0)::float8 AS stored FROM memory_totals';
    return (await this.database.query<{ stored: number }>(sql)).rows[0]?.stored ?? 0;
  }

  /** Until nothing waits for the index. */
  async indexed(): Promise<void> {
    const sql = 'SELECT NOT EXISTS (SELECT FROM index_queue) AS done';
    while (!(await this.database.query<{ done: boolean }>(sql)).rows[0]?.done) await pause(LOOK_MS);
  }

  /** Until Qdrant has built its graphs and merges nothing. */
  async optimized(): Promise<void> {
    while ((await this.collection()).status !== 'green') await pause(LOOK_MS);
  }

  /**
   * Whether Qdrant builds search graphs: without them while much is loaded, they are built once, not with every merge. Its
   * optimizer has to run: into one large segment that can be written to, each point takes as long as there are others.
   */
  async useGraphs(are: boolean): Promise<void> {
    const { name } = await this.collection();
    const body = JSON.stringify({ hnsw_config: { payload_m: are ? GRAPH_LINKS : 0 } });
    const options = { method: 'PATCH', headers: { 'content-type': 'application/json' }, body };
    const response = await fetch(new URL(`/collections/${encodeURIComponent(name)}`, this.qdrantUrl), options);
    if (!response.ok) throw new Error(`Qdrant answered with ${response.status}: ${await response.text()}`);
  }

  async collection(): Promise<{ readonly name: string; readonly status: string; readonly points_count: number }> {
    const { collections } = await this.qdrant<{ collections: { name: string }[] }>('/collections');
    const { name } = collections.find((each) => each.name.startsWith(`${this.installation.name}-`)) ?? { name: '' };
    const path = `/collections/${encodeURIComponent(name)}`;
    return { ...(await this.qdrant<{ status: string; points_count: number }>(path)), name };
  }

  async close(keep: boolean): Promise<void> {
    await this.service.stop();
    await this.database.end();
    if (keep) return;
    const { name } = this.installation;
    await (await openTestQdrant()).drop(name);
    const server = new pg.Client({ connectionString: process.env['TEST_DATABASE_URL'] });
    await server.connect();
    await server.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await server.end();
  }

  private async qdrant<T>(path: string): Promise<T> {
    return ((await (await fetch(new URL(path, this.qdrantUrl))).json()) as { result: T }).result;
  }
}

async function installationOf(keep: string | undefined): Promise<Installation> {
  const text = keep === undefined ? '' : await readFile(keep, 'utf8').catch(() => '');
  if (text !== '') return JSON.parse(text) as Installation;
  const { name, env } = await createTestDatabase();
  // Has the secrets of the installation.
  if (keep !== undefined) await writeFile(keep, JSON.stringify({ name, env }), { mode: 0o600 });
  return { name, env };
}
