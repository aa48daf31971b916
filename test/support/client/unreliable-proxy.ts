import { once } from 'node:events';
import { Agent, createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a request looks like on its way. */
export interface PassingRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
}

/**
 * What becomes of a request: it is passed on, cut before or after the service has it, cut within its response, held back,
 * sent twice at the same time, or answered by the proxy itself.
 */
export type Fault =
  | 'pass'
  | 'cut before'
  | 'cut after'
  | 'cut within'
  | 'repeat'
  | { readonly holdMs: number }
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string };

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** Between a client and the service, where anything can happen to a request. */
export class UnreliableProxy {
  /** Every request that came, in order. */
  readonly seen: PassingRequest[] = [];
  private readonly agent = new Agent({ keepAlive: true });

  private constructor(
    private readonly target: string,
    private readonly server: Server,
    /** Decides on each request. */
    public plan: (request: PassingRequest) => Fault,
  ) {}

  static async before(target: string, plan: UnreliableProxy['plan'] = () => 'pass'): Promise<UnreliableProxy> {
    const server = createServer();
    const proxy = new UnreliableProxy(target, server, plan);
    server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
      // The client of a request that was cut is gone: there is no one to report to.
      proxy.take(incoming, outgoing).catch(() => outgoing.destroy());
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.agent.destroy();
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async take(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const passing: PassingRequest = {
      method: incoming.method ?? 'GET',
      path: incoming.url ?? '/',
      headers: incoming.headers as PassingRequest['headers'],
      body: Buffer.concat(chunks),
    };
    this.seen.push(passing);
    const fault = this.plan(passing);
    if (fault === 'cut before') return void outgoing.destroy();
    if (typeof fault === 'object' && 'status' in fault) {
      return void outgoing.writeHead(fault.status, fault.headers).end(fault.body ?? '');
    }
    if (typeof fault === 'object') await new Promise((done) => setTimeout(done, fault.holdMs));
    const copies = fault === 'repeat' ? 2 : 1;
    const answers = await Promise.all(Array.from({ length: copies }, () => this.pass(passing)));
    this.answer(outgoing, fault, answers.at(-1)!);
  }

  private answer(outgoing: ServerResponse, fault: Fault, { status, headers, body }: Answer): void {
    if (fault === 'cut after') return void outgoing.destroy();
    outgoing.writeHead(status, headers);
    if (fault !== 'cut within') return void outgoing.end(body);
    outgoing.write(body.subarray(0, body.length / 2), () => outgoing.destroy());
  }

  private async pass({ method, path, headers, body }: PassingRequest): Promise<Answer> {
    const { connection: _, ...rest } = headers;
    const outgoing = request(new URL(path, this.target), { method, headers: rest, agent: this.agent });
    outgoing.end(body);
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    const { 'transfer-encoding': __, ...kept } = response.headers;
    return { status: response.statusCode ?? 502, headers: kept, body: Buffer.concat(chunks) };
  }
}
