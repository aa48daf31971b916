import { ApiPromise, type ResponseDetails, type WithResponse } from './api-promise.js';
import { duration, segment } from './arguments.js';
import { ConnectionError, errorOf, MnemeError, ServiceError, TimeoutError } from './errors.js';
import { OPERATIONS, type Operations } from './generated/operations.gen.js';
import type { EnvelopeMetadata } from './generated/types.gen.js';
import { canRetry, delayAfter, isStillRunning, sleep, type Repetition } from './retry.js';

/** Options of one call; those of the client apply where they are left out. */
export interface RequestOptions {
  /** Ends the call: it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Time for each try. Default 60,000. */
  readonly timeoutMs?: number | undefined;
  /** Time for the call with all its tries and pauses. Default 180,000. */
  readonly deadlineMs?: number | undefined;
  /** Tries after the first one. Default 2. */
  readonly maxRetries?: number | undefined;
  /** Default: a new random key for each call that creates something. */
  readonly idempotencyKey?: string | undefined;
  /** The call is carried out only if the memory has this ETag. */
  readonly ifMatch?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Which service, and on whose behalf. */
export interface Connection {
  readonly baseUrl: string;
  readonly tenantId: string;
  readonly credential: () => string | Promise<string>;
  readonly fetch: typeof fetch;
  readonly defaults: RequestOptions;
}

type Id = keyof Operations;
type DataOf<K extends Id> = Operations[K]['response'] extends { readonly data: infer T } ? T : never;
type WithoutTenant<T> = T extends object ? Omit<T, 'tenantId'> : T;

/** What a call sends: the tenant is added to it. */
export interface Input<K extends Id> {
  readonly path?: WithoutTenant<NonNullable<Operations[K]['data']['path']>>;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: WithoutTenant<NonNullable<Operations[K]['data']['body']>>;
  /** Sent instead of `body`. */
  readonly lines?: string;
  /** Default: `repeatable`. */
  readonly repetition?: Repetition;
}

/** A request that can be sent any number of times. */
interface Prepared {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly repetition: Repetition;
}

interface Limits {
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number;
  readonly deadlineMs: number;
  readonly maxRetries: number;
}

/** Of one try of a call that began at `startedAt`. */
interface AttemptLimits {
  readonly startedAt: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

export type Read<T> = (response: Response, attempt: number, controller: AbortController) => Promise<T>;

const TIMEOUT_MS = 60_000;
const DEADLINE_MS = 180_000;
const MAX_RETRIES = 2;

/** Sends requests, with retries and time limits, on `fetch` alone. */
export class Transport {
  constructor(private readonly connection: Connection) {}

  /** One call, whose response is an envelope. */
  call<K extends Id>(id: K, input: Input<K>, options: RequestOptions = {}): ApiPromise<DataOf<K>> {
    return new ApiPromise(this.open(id, input, options, readEnvelope<DataOf<K>>));
  }

  /** One call, whose response the caller reads. */
  async open<K extends Id, T>(id: K, input: Input<K>, options: RequestOptions, read: Read<T>): Promise<T> {
    return this.run(this.prepare(id, input, options), options, read);
  }

  /** What holds for a call: its own options before those of the client. */
  limits(options: RequestOptions): Limits {
    const { defaults } = this.connection;
    return {
      signal: options.signal ?? defaults.signal,
      timeoutMs: duration('timeoutMs', options.timeoutMs ?? defaults.timeoutMs ?? TIMEOUT_MS),
      deadlineMs: duration('deadlineMs', options.deadlineMs ?? defaults.deadlineMs ?? DEADLINE_MS),
      maxRetries: options.maxRetries ?? defaults.maxRetries ?? MAX_RETRIES,
    };
  }

  private prepare<K extends Id>(id: K, input: Input<K>, options: RequestOptions): Prepared {
    const { baseUrl, tenantId } = this.connection;
    const { path = {}, query = {}, body, lines, repetition = 'repeatable' } = input;
    const [method, template, tenantIn, keyed = false] = OPERATIONS[id];
    const values: Readonly<Record<string, unknown>> = { ...path, tenantId };
    const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => segment(name, values[name]));
    const text = queryText(tenantIn === 'query' ? { ...query, tenantId } : query);
    const json = tenantIn === 'body' ? JSON.stringify({ ...(body as object | undefined), tenantId }) : undefined;
    const type = json === undefined ? 'application/x-ndjson' : 'application/json';
    const sent = json ?? lines;
    const headers = this.headers(options, keyed, sent === undefined ? undefined : type);
    return { method, url: `${baseUrl}${filled}${text}`, headers, body: sent, repetition };
  }

  private headers(options: RequestOptions, keyed: boolean, type: string | undefined): Record<string, string> {
    return {
      accept: 'application/json, application/x-ndjson',
      ...(type !== undefined && { 'content-type': type }),
      // One key for the call, not for the try: it makes the second try find what the first one did.
      ...(keyed && { 'idempotency-key': options.idempotencyKey ?? crypto.randomUUID() }),
      ...(options.ifMatch !== undefined && { 'if-match': options.ifMatch }),
      ...this.connection.defaults.headers,
      ...options.headers,
    };
  }

  private async run<T>(request: Prepared, options: RequestOptions, read: Read<T>): Promise<T> {
    const { signal, timeoutMs, deadlineMs, maxRetries } = this.limits(options);
    const startedAt = performance.now();
    const endsAt = startedAt + deadlineMs;
    let failed = 0;
    for (let attempt = 1; ; attempt++) {
      const leftMs = endsAt - performance.now();
      try {
        return await this.attempt(
          request,
          attempt,
          { startedAt, timeoutMs: Math.min(timeoutMs, leftMs), signal },
          read,
        );
      } catch (error) {
        if (!(error instanceof MnemeError) || maxRetries === 0 || !canRetry(error, request.repetition)) throw error;
        // A try that finds an earlier one at work has not failed: its response is waited for, up to the deadline.
        if (!isStillRunning(error) && ++failed > maxRetries) throw error;
        const delayMs = delayAfter(attempt, error);
        // Waiting for a try that would come too late helps no one.
        if (performance.now() + delayMs >= endsAt) throw error;
        await sleep(delayMs, signal);
      }
    }
  }

  private async attempt<T>(
    { method, url, headers, body }: Prepared,
    attempt: number,
    { startedAt, timeoutMs, signal }: AttemptLimits,
    read: Read<T>,
  ): Promise<T> {
    signal?.throwIfAborted();
    const authorization = `Bearer ${await this.connection.credential()}`;
    // Throws where a value cannot stand in a header: no other try would change that.
    const init = { method, headers: new Headers({ ...headers, authorization }), body: body ?? null };
    const controller = new AbortController();
    const abort = (): void => {
      controller.abort();
    };
    signal?.addEventListener('abort', abort, { once: true });
    const timer = setTimeout(abort, timeoutMs);
    try {
      // A redirect is an answer of a proxy: followed, a POST would become a GET.
      const options = { ...init, redirect: 'manual', signal: controller.signal } as const;
      return await read(await this.connection.fetch(url, options), attempt, controller);
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof MnemeError) throw error;
      const afterMs = performance.now() - startedAt;
      throw controller.signal.aborted ? timedOut(afterMs, attempt, error) : disconnected(attempt, error);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    }
  }
}

/** @param afterMs time since the call began, with all its tries and pauses */
export function timedOut(afterMs: number, attempts: number, cause: unknown): TimeoutError {
  const tries = attempts > 1 ? `, in ${attempts} tries` : '';
  return new TimeoutError(`no response within ${Math.round(afterMs)} ms${tries}`, { attempts, cause });
}

export function disconnected(attempts: number, cause: unknown): ConnectionError {
  const why = reasonOf(cause);
  return new ConnectionError(`the connection failed before the response was complete${why}`, { attempts, cause });
}

/** `fetch` says "fetch failed"; why it did is in the cause of its error. */
function reasonOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  const { message, cause } = error as { message?: unknown; cause?: unknown };
  const inner = reasonOf(cause);
  return inner === '' && typeof message === 'string' && message !== '' ? `: ${message}` : inner;
}

interface Envelope<T> {
  readonly data: T;
  readonly metadata: EnvelopeMetadata;
}

async function readEnvelope<T>(response: Response, attempts: number): Promise<WithResponse<T>> {
  const text = await response.text();
  if (!response.ok) throw errorOf(response, text, attempts);
  const envelope = parsed<T>(text);
  if (envelope === undefined) {
    const { status, headers } = response;
    throw new ServiceError('the response is not an envelope of the service', { status, headers, attempts });
  }
  return { data: envelope.data, response: detailsOf(response, envelope.metadata, attempts) };
}

function parsed<T>(text: string): Envelope<T> | undefined {
  try {
    const value = JSON.parse(text) as Partial<Envelope<T>> | null;
    return value?.data === undefined || value.metadata === undefined ? undefined : (value as Envelope<T>);
  } catch {
    return undefined;
  }
}

function detailsOf({ status, headers }: Response, metadata: EnvelopeMetadata, attempts: number): ResponseDetails {
  const number = (name: string): number => Number(headers.get(`x-ratelimit-${name}`));
  return {
    status,
    headers,
    requestId: metadata.request_id,
    warnings: metadata.warnings ?? [],
    indexingPending: metadata.indexing === 'pending',
    rateLimit: headers.has('x-ratelimit-limit')
      ? { limit: number('limit'), remaining: number('remaining'), resetAt: new Date(number('reset') * 1_000) }
      : undefined,
    etag: headers.get('etag') ?? undefined,
    replayed: headers.get('idempotency-replayed') === 'true',
    attempts,
  };
}

type Value = string | number | boolean;

/** Arrays repeat their parameter; undefined values are left out. */
function queryText(query: Readonly<Record<string, unknown>>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    const values = (Array.isArray(value) ? value : [value]) as (Value | undefined)[];
    for (const each of values) if (each !== undefined) parameters.append(name, String(each));
  }
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}
