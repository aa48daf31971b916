import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { errorEnvelope, successEnvelope } from '@mneme/platform/answers';
import { DomainError, ERROR_RESPONSES } from '@mneme/platform/errors';
import { formatId, newUuid } from '@mneme/platform/ids';
import type { Metrics } from '@mneme/platform/observability';
import type { HealthController } from '../api/health/health.controller.js';

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** What orchestrator and Prometheus ask a worker, answered as the API answers them: health and metrics, nothing else. */
export class HealthServer {
  private readonly server: Server;
  private readonly routes: ReadonlyMap<string, () => Promise<Answer>>;

  constructor(health: HealthController, metrics: Metrics) {
    const type = metrics.registry.contentType;
    this.routes = new Map([
      ['/health/live', () => enveloped(() => health.live())],
      ['/health/ready', () => enveloped(() => health.ready())],
      ['/metrics', async () => ({ status: 200, type, body: await metrics.text() })],
    ]);
    this.server = createServer((request, response) => {
      const route =
        request.method === 'GET' || request.method === 'HEAD' ? this.routes.get(pathOf(request.url)) : undefined;
      void (route ?? notFound)().then(({ status, type, body }) => {
        response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) });
        response.end(body);
      });
    });
  }

  /** @returns its address, without a slash at the end */
  async listen(port: number, host: string): Promise<string> {
    this.server.listen(port, host);
    await once(this.server, 'listening');
    const { address, family, port: chosen } = this.server.address() as AddressInfo;
    return `http://${family === 'IPv6' ? `[${address}]` : address}:${chosen}`;
  }

  async close(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }
}

function pathOf(url = '/'): string {
  return url.split('?', 1)[0] ?? '/';
}

function notFound(): Promise<Answer> {
  return enveloped(() => {
    throw DomainError.notFound('route');
  });
}

async function enveloped(answer: () => unknown): Promise<Answer> {
  const requestId = formatId('req', newUuid());
  const json = (status: number, envelope: object): Answer => {
    return { status, type: 'application/json; charset=utf-8', body: JSON.stringify(envelope) };
  };
  try {
    return json(200, successEnvelope(requestId, await answer()));
  } catch (error) {
    const failure =
      error instanceof DomainError ? error : new DomainError('internal', [{ message: 'something went wrong' }]);
    const { status, code } = ERROR_RESPONSES[failure.kind];
    return json(status, errorEnvelope(requestId, code, failure.faults));
  }
}
