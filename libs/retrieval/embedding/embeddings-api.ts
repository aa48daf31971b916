import { setTimeout as pause } from 'node:timers/promises';
import { type Dispatcher, request } from 'undici';

/** For one call with all its attempts. */
const LIMIT_MS = 10_000;
/** Before the second and the third attempt, and a fourth; Retry-After may ask for more. */
const pausesMs = [200, 800, 2_000];

/** Why a server refused a call that it would refuse again. */
export class EmbeddingsRefusedError extends Error {
  constructor(readonly status: number) {
    super(`it answered with status ${status}`);
    this.name = 'EmbeddingsRefusedError';
  }

  /** What the operator can do. */
  get fix(): string {
    if (this.status === 401 || this.status === 403) return 'set EMBEDDING_API_KEY to a key that the server accepts';
    if (this.status === 404) return 'check EMBEDDING_URL (the base address, …/v1) and the model in EMBEDDING_MODEL';
    if (this.status < 400) return 'check EMBEDDING_URL: redirects are not followed';
    return 'check the model in EMBEDDING_MODEL';
  }
}

/** The attempt failed, the next one may not. */
class TryAgain extends Error {
  constructor(
    message: string,
    readonly afterMs = 0,
  ) {
    super(message);
  }
}

/**
 * The OpenAI embeddings call, without `fetch`, whose streams take more of the event loop than the rest of the call, and without
 * the package `openai`, which brings a whole API for one POST.
 * Nothing here puts the key or a text into an error.
 */
export class EmbeddingsApi {
  private readonly url: string;
  /** A third of the bytes of decimal numbers; a server that does not know it is asked for those. */
  private encoding: 'base64' | 'float' = 'base64';

  constructor(
    base: string,
    private readonly key: string | undefined,
    private readonly model: string,
  ) {
    this.url = `${base.replace(/\/+$/, '').replace(/\/embeddings$/, '')}/embeddings`;
  }

  /** Where it is, without credentials. */
  get address(): string {
    const { origin, pathname } = new URL(this.url);
    return origin + pathname;
  }

  /**
   * Vectors of unit length in the order of the texts.
   * Rejects after 10 s at most: with EmbeddingsRefusedError where trying again cannot help.
   */
  async embed(texts: readonly string[]): Promise<Float32Array[]> {
    const limit = AbortSignal.timeout(LIMIT_MS);
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.attempt(texts, limit);
      } catch (error) {
        const wait = error instanceof TryAgain ? Math.max(error.afterMs, pausesMs[attempt] ?? Infinity) : Infinity;
        if (wait > LIMIT_MS || limit.aborted) throw error;
        await pause(wait, undefined, { signal: limit }).catch(() => {
          throw error;
        });
      }
    }
  }

  private async attempt(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]> {
    const response = await this.post(texts, signal);
    const { statusCode: status, body } = response;
    if (status >= 200 && status < 300) return readEmbeddings(await this.json(body), texts.length);
    await body.dump();
    if (status === 429 || status >= 500) throw new TryAgain(`it answered with status ${status}`, retryAfter(response));
    if (status >= 400 && status !== 401 && status !== 403 && this.encoding === 'base64') {
      this.encoding = 'float';
      return this.attempt(texts, signal);
    }
    throw new EmbeddingsRefusedError(status);
  }

  private async post(texts: readonly string[], signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    try {
      return await request(this.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          // `request` does not decompress.
          'accept-encoding': 'identity',
          ...(this.key === undefined ? {} : { authorization: `Bearer ${this.key}` }),
        },
        // Some servers refuse an empty text; a space means as little.
        body: JSON.stringify({
          model: this.model,
          input: texts.map((text) => (text.trim() === '' ? ' ' : text)),
          encoding_format: this.encoding,
        }),
        signal,
      });
    } catch (error) {
      throw failed(error);
    }
  }

  private async json(body: Dispatcher.ResponseData['body']): Promise<unknown> {
    try {
      return await body.json();
    } catch (error) {
      throw failed(error);
    }
  }
}

/** Of what a call rejects with, only the name and the code are shown. */
function failed(error: unknown): TryAgain {
  const { name, code } = error as { name?: string; code?: string | number };
  if (name === 'TimeoutError') return new TryAgain('it did not answer in 10 s');
  return new TryAgain(`it cannot be reached${typeof code === 'string' ? ` (${code})` : ''}`);
}

/** Milliseconds; the header gives seconds, or a date. */
function retryAfter({ headers }: Dispatcher.ResponseData): number {
  const value = headers['retry-after'];
  if (value === undefined) return 0;
  const seconds = Number(value);
  const ms = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(String(value)) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : 0;
}

interface Item {
  readonly index?: unknown;
  readonly embedding?: unknown;
}

/**
 * The vectors of an answer to the OpenAI embeddings call, at unit length, in the order of the texts: `data[].index` says
 * which text each belongs to. Numbers, or base64 of little-endian 32-bit floats.
 * @throws Error where the answer is something else
 */
function readEmbeddings(answer: unknown, texts: number): Float32Array[] {
  const data: unknown = typeof answer === 'object' && answer !== null && 'data' in answer ? answer.data : undefined;
  if (!Array.isArray(data) || data.length !== texts) throw new Error('its answer has not one vector a text');
  const vectors = new Array<Float32Array | undefined>(texts);
  for (const [position, item] of (data as Item[]).entries()) {
    const index = typeof item.index === 'number' ? item.index : position;
    if (index in vectors && vectors[index] !== undefined) throw new Error('its answer has two vectors for one text');
    vectors[index] = unitLength(numbersOf(item.embedding));
  }
  return Array.from(vectors, (vector) => {
    if (vector === undefined) throw new Error('its answer has no vector for a text');
    return vector;
  });
}

function numbersOf(embedding: unknown): Float32Array {
  if (Array.isArray(embedding)) return Float32Array.from(embedding as number[]);
  if (typeof embedding !== 'string') throw new Error('its answer has no vector for a text');
  const bytes = Buffer.from(embedding, 'base64');
  return Float32Array.from({ length: bytes.length / 4 }, (_, i) => bytes.readFloatLE(i * 4));
}

function unitLength(vector: Float32Array): Float32Array {
  let squares = 0;
  for (const value of vector) squares += value * value;
  const length = Math.sqrt(squares);
  if (!(length > 0 && length < Infinity)) throw new Error('its answer has a vector without length');
  return vector.map((value) => value / length);
}
