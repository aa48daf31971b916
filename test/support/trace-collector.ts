import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { eventually } from './eventually.js';

/** A span as a collector has it. */
export interface CollectedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Empty where the trace begins here. */
  readonly parentSpanId: string;
  readonly service: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** 2: it failed. */
  readonly status: number;
}

interface KeyValue {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

interface Exported {
  readonly resourceSpans: {
    readonly resource: { readonly attributes: KeyValue[] };
    readonly scopeSpans: {
      readonly spans: (Pick<CollectedSpan, 'name' | 'traceId' | 'spanId'> & {
        readonly parentSpanId?: string;
        readonly attributes: KeyValue[];
        readonly status?: { readonly code?: number };
      })[];
    }[];
  }[];
}

/** What takes OTLP over HTTP, as JSON, and keeps it. */
export class TraceCollector {
  readonly spans: CollectedSpan[] = [];
  /** Everything that was sent, as it came. */
  readonly bodies: string[] = [];
  readonly headers: IncomingHttpHeaders[] = [];
  /** Takes requests and answers none. */
  silent = false;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<TraceCollector> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        if (collector.silent) return;
        const bytes = Buffer.concat(chunks);
        const body = (request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString();
        if (request.url === '/v1/traces') collector.take(body, request.headers);
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      });
    });
    const collector = new TraceCollector(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return collector;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The spans of a trace, once these names are among them. */
  async trace(traceId: string, names: readonly string[]): Promise<CollectedSpan[]> {
    return eventually(() => {
      const found = this.spans.filter((span) => span.traceId === traceId);
      const missing = names.filter((name) => !found.some((span) => span.name === name));
      const known = found.map(({ name }) => name).join(', ');
      if (missing.length > 0) throw new Error(`no span ${missing.join(', ')} among ${known}`);
      return Promise.resolve(found);
    }, 20_000);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private take(body: string, headers: IncomingHttpHeaders): void {
    this.bodies.push(body);
    this.headers.push(headers);
    for (const { resource, scopeSpans } of (JSON.parse(body) as Exported).resourceSpans) {
      const service = String(flat(resource.attributes)['service.name']);
      for (const span of scopeSpans.flatMap(({ spans }) => spans)) {
        const { name, traceId, spanId, parentSpanId = '' } = span;
        const attributes = flat(span.attributes);
        this.spans.push({ name, traceId, spanId, parentSpanId, service, attributes, status: span.status?.code ?? 0 });
      }
    }
  }
}

function flat(attributes: readonly KeyValue[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
