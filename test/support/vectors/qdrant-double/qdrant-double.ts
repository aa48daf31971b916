import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { AddressInfo } from 'node:net';
import { DoubleCollections } from './double-collections.js';
import { count, scroll, search } from './double-search.js';
import { Refusal } from './refusal.js';

export interface DoubleOptions {
  /** As if it were that old or new. */
  readonly version?: string;
  /** Requests without it are refused. */
  readonly apiKey?: string;
}

/** Query parameters that the adapter sends; they mean nothing to a single process. */
const PARAMETERS = new Set(['wait=true', 'ordering=medium']);

/**
 * The REST calls that QdrantIndex makes, over data in memory, for machines without a Qdrant. It passes the same contract
 * suite as the real one, and refuses routes, fields and values that the adapter is not known to send, so that nobody
 * tests against something kinder than the real one.
 */
export class QdrantDouble {
  private readonly collections = new DoubleCollections();
  private server: Server | undefined;
  private port = 0;
  /** Takes requests and answers none. */
  silent = false;
  /** How long an exact count takes it; an estimate takes no time. */
  exactCountMs = 0;

  private constructor(private readonly options: DoubleOptions) {}

  static async start(options: DoubleOptions = {}): Promise<QdrantDouble> {
    const double = new QdrantDouble(options);
    await double.resume();
    return double;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Breaks all connections, and keeps the data for `resume`. */
  async stop(): Promise<void> {
    const { server } = this;
    if (server === undefined) return;
    this.server = undefined;
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  }

  /** Answers again, on the same port. */
  async resume(): Promise<void> {
    this.server = createServer((request, response) => void this.handle(request, response));
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
    this.port = (this.server.address() as AddressInfo).port;
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.silent) return;
    const [status, body] = await this.reply(request).catch((error: unknown): [number, unknown] => {
      const message = error instanceof Error ? error.message : String(error);
      return [error instanceof Refusal ? error.status : 500, { status: { error: message }, time: 0 }];
    });
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }

  private async reply(request: IncomingMessage): Promise<[number, unknown]> {
    const { version = '1.18.3', apiKey } = this.options;
    if (apiKey !== undefined && request.headers['api-key'] !== apiKey)
      throw new Refusal(401, 'Must provide an API key');
    const { pathname, searchParams } = new URL(request.url ?? '/', this.url);
    for (const [name, value] of searchParams) {
      if (!PARAMETERS.has(`${name}=${value}`)) throw new Refusal(400, `unknown parameter ${name}=${value}`);
    }
    const chunks = (await request.toArray()) as Buffer[];
    if (pathname === '/') return [200, { title: 'qdrant - vector search engine', version }];
    const path = pathname.slice(1).split('/').map(decodeURIComponent);
    const body: unknown = chunks.length === 0 ? undefined : JSON.parse(Buffer.concat(chunks).toString());
    if (path.at(-1) === 'count' && (body as { exact?: unknown }).exact === true) await setTimeout(this.exactCountMs);
    return [200, { result: this.answer(request.method ?? '', path, body), status: 'ok', time: 0 }];
  }

  private answer(method: string, [first, name, ...rest]: readonly string[], body: unknown): unknown {
    const { collections } = this;
    const route = `${method} ${[first, ...(name === undefined || name === 'aliases' ? [name] : ['*']), ...rest].join('/')}`;
    if (route === 'GET aliases/') return collections.aliasList;
    if (route === 'GET collections/') return collections.names;
    if (route === 'POST collections/aliases') return collections.alias(body);
    return this.answerFor(route.replace('collections/', ''), name ?? '', body);
  }

  private answerFor(route: string, name: string, body: unknown): unknown {
    const { collections } = this;
    if (route === 'PUT *') return collections.create(name, body);
    if (route === 'DELETE *') return collections.remove(name);
    if (route === 'GET *') return collections.info(name);
    if (route === 'PUT */index') return collections.index(name, body);
    const { points, schema } = collections.get(name);
    if (route === 'POST */points/batch') return points.update(body);
    if (route === 'POST */points/query') return search(body, points, schema);
    if (route === 'POST */points/count') return count(body, points, schema);
    if (route === 'POST */points/scroll') return scroll(body, points, schema);
    throw new Refusal(404, '');
  }
}
