import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { HttpClient } from './http-client.js';
import type { Leftovers } from './leftovers.js';

/** Numbers in a vector: as many as all-MiniLM-L6-v2 gives. */
export const DIMENSIONS = 384;
/** The name under which it is asked for. */
export const MODEL = 'made-up';

interface Embeddings {
  readonly data: readonly { readonly embedding: readonly number[] }[];
}

/**
 * The OpenAI embeddings call with vectors that mean nothing and cost next to nothing: each depends on its text alone and is
 * remembered, so that all peers get the same and only they are measured.
 */
export class EmbeddingsServer {
  private readonly known = new Map<string, string>();

  private constructor(
    private readonly server: Server,
    private readonly client: HttpClient,
  ) {
    server.on('request', (request, response) => {
      this.answer(request, response).catch((error: unknown) => response.writeHead(400).end(String(error)));
    });
  }

  /**
   * @param texts whose vectors are made beforehand
   * @param leftovers get the server
   */
  static async start(texts: readonly string[], leftovers: Leftovers): Promise<EmbeddingsServer> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    leftovers.add(() => closed(server));
    const embeddings = new EmbeddingsServer(server, HttpClient.open(leftovers));
    for (const text of texts) embeddings.vectorOf(text);
    return embeddings;
  }

  /** Base address, as OpenAI's clients want it. */
  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
  }

  /** For a peer that takes vectors instead of texts: its client asks for them over HTTP, as the other peers do. */
  async embed(text: string): Promise<readonly number[]> {
    const { data } = (await this.client.post(`${this.url}/embeddings`, { model: MODEL, input: [text] })) as Embeddings;
    return data[0]?.embedding ?? [];
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { input } = (await json(request)) as { input: string | string[] };
    const data = [input]
      .flat()
      .map((text, index) => `{"object":"embedding","index":${index},"embedding":${this.vectorOf(text)}}`);
    response.setHeader('content-type', 'application/json');
    const usage = '{"prompt_tokens":1,"total_tokens":1}';
    response.end(`{"object":"list","model":"${MODEL}","data":[${data.join(',')}],"usage":${usage}}`);
  }

  /** As JSON. */
  private vectorOf(text: string): string {
    let vector = this.known.get(text);
    if (vector === undefined) {
      vector = JSON.stringify(madeUp(text));
      this.known.set(text, vector);
    }
    return vector;
  }
}

async function closed(server: Server): Promise<void> {
  const closes = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closes;
}

/** Of unit length. A byte of a hash makes a number, and six digits of it are sent, as real models send about as many. */
function madeUp(text: string): number[] {
  const bytes = createHash('shake256', { outputLength: DIMENSIONS }).update(text).digest();
  const numbers = [...bytes].map((byte) => byte - 127.5);
  const length = Math.hypot(...numbers);
  return numbers.map((number) => Number((number / length).toPrecision(6)));
}
