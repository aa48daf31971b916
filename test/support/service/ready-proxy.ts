import { once } from 'node:events';
import { Agent, createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const LOOK_MS = 100;

interface Backend {
  readonly url: URL;
  readonly agent: Agent;
  ready: boolean;
}

/**
 * A balancer as they usually are: asks every backend for /health/ready, and gives each request to the next one that is
 * ready, over connections that it keeps. It never tries a request twice: what a backend loses is answered 502.
 */
export class ReadyProxy {
  /** Requests that a backend did not answer. */
  lost = 0;
  /** How many requests each backend was given, by its address. */
  readonly given = new Map<string, number>();
  private readonly backends: Backend[] = [];
  private turn = 0;
  private timer: NodeJS.Timeout | undefined;

  private constructor(private readonly server: Server) {}

  static async before(urls: readonly string[]): Promise<ReadyProxy> {
    const server = createServer();
    const proxy = new ReadyProxy(server);
    server.on('request', (incoming, answer) => {
      proxy.pass(incoming, answer);
    });
    for (const url of urls) await proxy.add(url);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    proxy.timer = setInterval(() => void proxy.look(), LOOK_MS);
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Resolves when it has been found ready, or not. */
  async add(url: string): Promise<void> {
    this.backends.push({ url: new URL(url), agent: new Agent({ keepAlive: true }), ready: false });
    await this.look();
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    this.server.closeAllConnections();
    this.server.close();
    for (const { agent } of this.backends) agent.destroy();
    await once(this.server, 'close');
  }

  private async look(): Promise<void> {
    const look = async (backend: Backend): Promise<void> => {
      const answer = await fetch(new URL('/health/ready', backend.url)).catch(() => undefined);
      await answer?.body?.cancel();
      backend.ready = answer?.ok === true;
    };
    await Promise.all(this.backends.map(look));
  }

  private pass(incoming: IncomingMessage, answer: ServerResponse): void {
    const ready = this.backends.filter((backend) => backend.ready);
    const backend = ready[this.turn++ % Math.max(1, ready.length)];
    if (backend === undefined) return this.lose(answer);
    this.given.set(backend.url.origin, (this.given.get(backend.url.origin) ?? 0) + 1);
    const { method, headers, url = '/' } = incoming;
    const outgoing = request(new URL(url, backend.url), { method: method ?? 'GET', headers, agent: backend.agent });
    outgoing.on('response', (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
      response.on('error', () => answer.destroy());
    });
    outgoing.on('error', () => {
      this.lose(answer);
    });
    incoming.pipe(outgoing);
  }

  private lose(answer: ServerResponse): void {
    this.lost++;
    if (answer.headersSent) answer.destroy();
    else answer.writeHead(502).end();
  }
}
