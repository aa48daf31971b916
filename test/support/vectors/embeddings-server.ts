import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface EmbeddingsRequest {
  readonly model: string;
  readonly input: readonly string[];
  readonly encoding_format: string;
}

/** What the server does instead of answering: a status, with headers, or nothing at all. */
export type Fault = { readonly status: number; readonly headers?: Record<string, string> } | 'silence';

const FIELDS = new Set(['model', 'input', 'encoding_format']);

/**
 * A server that speaks the OpenAI embeddings call and refuses what the real one would. Texts that share words get
 * vectors that are near to each other; the vectors have no unit length, and come in no order.
 */
export class EmbeddingsServer {
  readonly requests: EmbeddingsRequest[] = [];
  /** Taken one a request, first to last. */
  readonly faults: Fault[] = [];
  /** Every request meets it until it is taken away. */
  outage: Fault | undefined;
  /** Requests with this word in any text are answered 503 until it is taken away. */
  outageWith: string | undefined;
  dimensions = 64;
  /** Of its answers with vectors. */
  status = 200;
  knowsBase64 = true;

  private constructor(
    private readonly server: Server,
    readonly key: string,
    readonly model: string,
  ) {}

  static async start(key = 'test-key', model = 'words-64'): Promise<EmbeddingsServer> {
    const server = createServer();
    const embeddings = new EmbeddingsServer(server, key, model);
    server.on('request', (request, response) => void embeddings.answer(request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return embeddings;
  }

  /** Base address, as EMBEDDING_URL. */
  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const fault = this.faults.shift() ?? this.outage;
    if (fault === 'silence') return;
    if (fault !== undefined) {
      response.writeHead(fault.status, fault.headers).end('{"error":{"message":"as the test wants"}}');
      return;
    }
    const refusal = this.refusal(request);
    const body = JSON.parse(Buffer.concat(chunks).toString()) as EmbeddingsRequest;
    const status = refusal ?? this.fault(body);
    if (status !== undefined) {
      response.writeHead(status).end('{"error":{"message":"refused"}}');
      return;
    }
    this.requests.push(body);
    response.writeHead(this.status, { 'content-type': 'application/json' }).end(JSON.stringify(this.embeddings(body)));
  }

  private refusal({ method, url, headers }: IncomingMessage): number | undefined {
    if (method !== 'POST' || url !== '/v1/embeddings') return 404;
    return headers.authorization === `Bearer ${this.key}` ? undefined : 401;
  }

  private fault(body: EmbeddingsRequest): number | undefined {
    if (body.model !== this.model) return 404;
    if (Object.keys(body).some((name) => !FIELDS.has(name))) return 400;
    if (body.encoding_format !== 'float' && !(this.knowsBase64 && body.encoding_format === 'base64')) return 400;
    const valid = (text: unknown): boolean => typeof text === 'string' && text !== '';
    const { input } = body;
    if (!(Array.isArray(input) && input.length > 0 && input.length <= 2_048 && input.every(valid))) return 400;
    const { outageWith } = this;
    return outageWith !== undefined && input.some((text) => text.includes(outageWith)) ? 503 : undefined;
  }

  private embeddings({ input, encoding_format }: EmbeddingsRequest): unknown {
    const data = input.map((text, index) => {
      const vector = wordVector(text, this.dimensions);
      const bytes = Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
      return {
        object: 'embedding',
        index,
        embedding: encoding_format === 'base64' ? bytes.toString('base64') : [...vector],
      };
    });
    return { object: 'list', data: data.reverse(), model: this.model, usage: { prompt_tokens: 1, total_tokens: 1 } };
  }
}

/** The sum of a random direction a word, three units long a word. */
function wordVector(text: string, dimensions: number): Float32Array {
  const vector = new Float32Array(dimensions).fill(0.01);
  for (const word of text.toLowerCase().split(/\s+/)) {
    const digest = createHash('shake256', { outputLength: dimensions }).update(word).digest();
    digest.forEach((byte, i) => (vector[i] = (vector[i] ?? 0) + (3 * (byte - 127.5)) / 127.5));
  }
  return vector;
}
