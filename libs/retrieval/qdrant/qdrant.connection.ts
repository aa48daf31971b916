import { QdrantClient, type Schemas } from '@qdrant/js-client-rest';
import type { QdrantConfig } from '@mneme/platform/config';
import { DomainError } from '@mneme/platform/errors';
import { retryable, statusOf, wordsOf } from './qdrant.failures.js';
import { QdrantHttp, type PointsRequest } from './qdrant.http.js';
import type { Answer } from './qdrant.reply.js';

export type Condition = Schemas['Condition'];
export type Filter = Schemas['Filter'];
export type CollectionInfo = Schemas['CollectionInfo'];
export type NewCollection = Schemas['CreateCollection'];
export type PayloadIndex = Schemas['CreateFieldIndex'];
export type Point = Schemas['PointStruct'];
export type SparseVector = Schemas['SparseVector'];
export type FoundPoint = Schemas['ScoredPoint'];
export type StoredPoint = Schemas['Record'];
export type PointId = Schemas['ExtendedPointId'];
export type Search = Schemas['QueryRequest'];
export type Prefetch = Schemas['Prefetch'];
export type UpdateOperation = Schemas['UpdateOperation'];
export type QdrantApi = ReturnType<QdrantClient['api']>;
/** Goes with each call for the layout, as the second argument of the client's functions. */
export type CallOptions = Readonly<{ signal: AbortSignal }>;

/** For what a request of a user waits for. */
const REQUEST_MS = 2_000;
/** For creating and dropping collections, which no request waits for. */
const LAYOUT_MS = 30_000;

/** The only door to Qdrant and importer of its client: where it is, how long it may take, what its failures mean. */
export class QdrantConnection {
  /** Address without credentials, for messages. */
  readonly origin: string;
  private readonly api: QdrantApi;
  private readonly http: QdrantHttp;

  /** @param requestMs how long a call may take with its second try */
  constructor(
    { url, apiKey }: QdrantConfig,
    private readonly requestMs = REQUEST_MS,
  ) {
    const { protocol, hostname, port, pathname, origin } = new URL(url);
    const https = protocol === 'https:';
    this.origin = origin;
    const prefix = pathname.replace(/\/+$/, '');
    // Compressed answers come in several segments, which wait 40 ms in the network stack. The key goes here because the
    // client writes a warning to the console where `apiKey` meets http.
    const headers = { 'accept-encoding': 'identity', ...(apiKey === undefined ? {} : { 'api-key': apiKey }) };
    const client = new QdrantClient({
      // Not `url`: without a port the client would take 6333, and it drops the path.
      host: hostname,
      https,
      port: Number(port || (https ? 443 : 80)),
      prefix,
      headers,
      timeout: Infinity,
      checkCompatibility: false,
    });
    this.http = new QdrantHttp(origin, prefix, headers);
    this.api = client.api();
  }

  /** When what is asked for now has to be there, as `performance.now()` tells the time. */
  deadline(): number {
    return performance.now() + this.requestMs;
  }

  /**
   * A call for points within its time limit, 2 seconds where none was given. Broken connections and an overloaded server
   * get a second try: all calls can be repeated.
   * @param deadline for calls that have one limit together
   * @returns its result, in the form that the call's documentation promises
   * @throws DomainError of an external service
   */
  async ask<T>(request: PointsRequest, deadline = this.deadline()): Promise<T> {
    return (await this.answered(request, 'result', deadline)) as T;
  }

  /** The same, as the bytes of Qdrant's JSON: what is large is not read here, where others would wait for it. */
  async askBytes(request: PointsRequest): Promise<Buffer> {
    return (await this.answered(request, 'bytes', this.deadline())) as Buffer;
  }

  private async answered(request: PointsRequest, answer: Answer, deadline: number): Promise<unknown> {
    const post = (): Promise<unknown> => this.http.post(request, deadline - performance.now(), answer);
    try {
      return await post().catch((error: unknown) => {
        if (!retryable(error)) throw error;
        return post();
      });
    } catch (error) {
      throw DomainError.externalService(`the vector index ${wordsOf(error)}`, error);
    }
  }

  /**
   * A call for the layout, without a second try.
   * @returns undefined where Qdrant answers that it is not there
   * @throws DomainError of an external service whose cause says what to do
   */
  async layout<T>(call: (api: QdrantApi, options: CallOptions) => Promise<T>): Promise<T | undefined> {
    try {
      return await call(this.api, { signal: AbortSignal.timeout(LAYOUT_MS) });
    } catch (error) {
      if (statusOf(error) === 404) return undefined;
      const fix = new Error(`Qdrant at ${this.origin}; see to it, or correct QDRANT_URL`, { cause: error });
      throw DomainError.externalService(`the vector index ${wordsOf(error)}`, fix);
    }
  }
}
