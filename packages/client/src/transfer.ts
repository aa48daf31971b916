import { errorOf } from './errors.js';
import type { ImportResult, MemoryRecord, OnConflict } from './generated/types.gen.js';
import { lineBatches, linesOf, type Source } from './ndjson.js';
import { disconnected, timedOut, type RequestOptions, type Transport } from './transport.js';

export interface ImportParams {
  /** What becomes of a record whose `externalId` the tenant has. Default `skip`. */
  readonly onConflict?: OnConflict;
}

/** As the service itself does within one request. */
const MAX_FAILURES_IN_A_ROW = 1_000;
const MAX_ERRORS = 100;

/**
 * An import in progress. Iterating gives the result of each batch of up to 1,000 records; awaiting gives the total.
 * Line numbers count over the whole source.
 */
export class ImportRun implements AsyncIterable<ImportResult>, PromiseLike<ImportResult> {
  private total: Promise<ImportResult> | undefined;

  constructor(
    private readonly transport: Transport,
    private readonly records: Source<MemoryRecord | string>,
    private readonly params: ImportParams,
    private readonly options: RequestOptions,
  ) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<ImportResult, void, undefined> {
    const key = this.options.idempotencyKey ?? crypto.randomUUID();
    let before = 0;
    let failing = 0;
    let number = 0;
    for await (const { text, lines } of lineBatches(this.records)) {
      // A source can be read once only: a batch is kept until its response has arrived, so that it can be sent again.
      const result = numberedFrom(before, await this.send(text, `${key}/${++number}`));
      failing = result.failed === result.read ? failing + result.failed : 0;
      before += lines;
      const isStopped = result.stopped !== undefined || failing >= MAX_FAILURES_IN_A_ROW;
      yield isStopped ? { ...result, stopped: result.stopped ?? stoppedAt(before, failing) } : result;
      if (isStopped) return;
    }
  }

  then<A = ImportResult, B = never>(
    onResult?: ((result: ImportResult) => A | PromiseLike<A>) | null,
    onError?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    this.total ??= totalOf(this);
    return this.total.then(onResult, onError);
  }

  private async send(text: string, idempotencyKey: string): Promise<ImportResult> {
    const input = { query: { ...this.params }, lines: text };
    return this.transport.call('memories.import', input, { ...this.options, idempotencyKey });
  }
}

function numberedFrom(before: number, { errors, stopped, ...counts }: ImportResult): ImportResult {
  return {
    ...counts,
    errors: errors.map((error) => ({ ...error, line: error.line + before })),
    ...(stopped && {
      stopped: { ...stopped, lastLine: stopped.lastLine + before, resumeFrom: stopped.resumeFrom + before },
    }),
  };
}

function stoppedAt(lastLine: number, failing: number): NonNullable<ImportResult['stopped']> {
  return { reason: 'too_many_failures', lastLine, resumeFrom: lastLine - failing + 1 };
}

async function totalOf(results: AsyncIterable<ImportResult>): Promise<ImportResult> {
  const total: ImportResult = { read: 0, created: 0, present: 0, replaced: 0, failed: 0, errors: [] };
  for await (const { errors, stopped, ...counts } of results) {
    for (const name of ['read', 'created', 'present', 'replaced', 'failed'] as const) total[name] += counts[name];
    total.errors.push(...errors.slice(0, MAX_ERRORS - total.errors.length));
    if (stopped !== undefined) total.stopped = stopped;
  }
  return total;
}

/** Reads an export line by line. `timeoutMs` holds for each read, not for the whole. */
export async function* exportRecords(
  transport: Transport,
  query: Readonly<Record<string, unknown>>,
  options: RequestOptions,
): AsyncGenerator<MemoryRecord, void, undefined> {
  const { reader, attempt, controller } = await transport.open('memories.export', { query }, options, openExport);
  const { signal, timeoutMs } = transport.limits(options);
  const abort = (): void => {
    controller.abort();
  };
  signal?.addEventListener('abort', abort, { once: true });
  const read = async (): Promise<Uint8Array | undefined> => {
    signal?.throwIfAborted();
    const timer = setTimeout(abort, timeoutMs);
    try {
      return (await reader.read()).value;
    } catch (error) {
      signal?.throwIfAborted();
      throw controller.signal.aborted ? timedOut(timeoutMs, attempt, error) : disconnected(attempt, error);
    } finally {
      clearTimeout(timer);
    }
  };
  try {
    for await (const line of linesOf(read)) yield JSON.parse(line) as MemoryRecord;
  } finally {
    signal?.removeEventListener('abort', abort);
    // The caller may have had enough: the service then stops reading.
    await reader.cancel().catch(() => undefined);
  }
}

interface OpenExport {
  readonly reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly attempt: number;
  readonly controller: AbortController;
}

async function openExport(response: Response, attempt: number, controller: AbortController): Promise<OpenExport> {
  if (!response.ok) throw errorOf(response, await response.text(), attempt);
  if (response.body === null) throw disconnected(attempt, undefined);
  return { reader: response.body.getReader(), attempt, controller };
}
