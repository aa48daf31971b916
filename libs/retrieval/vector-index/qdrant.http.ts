import { Pool } from 'undici';

/** A path below a collection and what is posted to it. */
export interface PointsRequest {
  readonly collection: string;
  /** What follows `/points/`: `query`, or `batch` with its parameters. */
  readonly action: string;
  readonly body: unknown;
}

/** An answer that is none: Qdrant's status and what it said. */
class QdrantRefusal extends Error {
  constructor(
    readonly status: number,
    readonly data: unknown,
  ) {
    super(`Qdrant answered ${status}`);
  }
}

const CONNECTIONS = 32;
const KEPT_ALIVE_MS = 10_000;

/**
 * The calls that requests of users wait for, without the client: its `fetch` took a third of the event loop's time of a
 * search (ADR 7). Connections stay open; time limits are the caller's.
 */
export class QdrantHttp {
  private readonly pool: Pool;

  /** @param prefix path of Qdrant behind a proxy, without a slash at its end */
  constructor(
    origin: string,
    private readonly prefix: string,
    private readonly headers: Readonly<Record<string, string>>,
  ) {
    const limits = { headersTimeout: 0, bodyTimeout: 0, keepAliveTimeout: KEPT_ALIVE_MS };
    this.pool = new Pool(origin, { connections: CONNECTIONS, ...limits });
  }

  /**
   * What the answer holds as its result.
   * @throws QdrantRefusal, or the transport's error
   */
  async post({ collection, action, body }: PointsRequest, signal: AbortSignal): Promise<unknown> {
    const answer = await this.pool.request({
      method: 'POST',
      path: `${this.prefix}/collections/${encodeURIComponent(collection)}/points/${action}`,
      headers: { 'content-type': 'application/json', ...this.headers },
      body: JSON.stringify(body),
      signal,
    });
    if (answer.statusCode === 200) return ((await answer.body.json()) as { result?: unknown }).result;
    const said = await answer.body.text();
    throw new QdrantRefusal(answer.statusCode, parsed(said));
  }
}

/** A proxy's refusal need not be JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
