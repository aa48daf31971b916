import { Pool } from 'undici';
import { type Answer, QdrantReply } from './qdrant.reply.js';

/** A path below a collection and what is posted to it. */
export interface PointsRequest {
  readonly collection: string;
  /** What follows `/points/`: `query`, or `batch` with its parameters. */
  readonly action: string;
  readonly body: unknown;
}

const CONNECTIONS = 32;
const KEPT_ALIVE_MS = 10_000;

/**
 * The calls that requests of users wait for, without the client and without streams: `fetch` took a third of the event
 * loop's time of a search (ADR 7). Connections stay open.
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
   * What the answer holds as its result, or its bytes.
   * @param withinMs how long it may take
   * @throws an error with Qdrant's status and what it said, named TimeoutError where it is late, or the transport's
   */
  async post({ collection, action, body }: PointsRequest, withinMs: number, answer: Answer): Promise<unknown> {
    const text = JSON.stringify(body);
    return new Promise((resolve, reject) => {
      this.pool.dispatch(
        {
          method: 'POST',
          path: `${this.prefix}/collections/${encodeURIComponent(collection)}/points/${action}`,
          headers: { 'content-type': 'application/json', ...this.headers },
          body: text,
        },
        new QdrantReply(withinMs, answer, resolve, reject),
      );
    });
  }
}
