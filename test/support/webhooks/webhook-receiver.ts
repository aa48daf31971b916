import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { Webhook } from 'standardwebhooks';
import { eventually } from '../eventually.js';

/** A request as it came in. */
export interface ReceivedRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly at: number;
}

export interface ReceiverAnswer {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  /** Answered when this has resolved. */
  readonly after?: Promise<unknown>;
}

/** Somebody's endpoint: notes what it is sent and answers what it is told to. */
export class WebhookReceiver {
  readonly received: ReceivedRequest[] = [];
  /** Requests that have come and not been answered: now, and the most there ever were. */
  underWay = 0;
  mostUnderWay = 0;
  answer: (request: ReceivedRequest) => ReceiverAnswer = () => ({});

  private constructor(
    private readonly server: Server,
    private readonly scheme: string,
  ) {}

  static async start(tls?: { readonly key: string; readonly cert: string }): Promise<WebhookReceiver> {
    const listener: RequestListener = (request, response) => {
      const chunks: Buffer[] = [];
      receiver.begin();
      response.on('close', () => receiver.underWay--);
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = Buffer.concat(chunks).toString();
        const seen = { path: request.url ?? '', headers: request.headers, body, at: Date.now() };
        receiver.received.push(seen);
        const { status = 200, headers = {}, body: text = 'ok', after } = receiver.answer(seen);
        void Promise.resolve(after).then(() => response.writeHead(status, headers).end(text));
      });
    };
    const server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
    const receiver = new WebhookReceiver(server, tls === undefined ? 'http' : 'https');
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return receiver;
  }

  url(path = '/hook'): string {
    return `${this.scheme}://127.0.0.1:${(this.server.address() as { port: number }).port}${path}`;
  }

  /** The requests at a path, once there are so many; not more, so far. */
  async requests(count: number, path = '/hook', limitMs = 15_000): Promise<ReceivedRequest[]> {
    return eventually(() => {
      const found = this.received.filter((request) => request.path === path);
      if (found.length !== count) throw new Error(`${found.length} requests at ${path} instead of ${count}`);
      return Promise.resolve(found);
    }, limitMs);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private begin(): void {
    this.underWay++;
    this.mostUnderWay = Math.max(this.mostUnderWay, this.underWay);
  }
}

/** What a consumer gets out of a request. @throws Error where the signature does not hold */
export function verified(request: ReceivedRequest, secret: string): any {
  const headers = request.headers as Record<string, string>;
  return new Webhook(Buffer.from(secret), { format: 'raw' }).verify(request.body, headers);
}
