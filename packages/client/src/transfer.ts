import { errorOf, ServiceError } from './errors.js';
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
 * An import in progress. Iterating gives the result of each batch of up to 1,000 records; awaiting gives the total, and
 * sends what is not sent yet. Nothing is sent before either. Line numbers count over the whole source.
 */
export class ImportRun implements AsyncIterable<ImportResult>, Promise<ImportResult> {
  readonly [Symbol.toStringTag] = 'ImportRun';
  /** Of the batches whose results have arrived; after an error, what was stored until then. */
  readonly total: ImportResult = { read: 0, created: 0, present: 0, replaced: 0, failed: 0, errors: [] };
  /** One for all who read it: a source can be read once only. */
  private readonly batches: AsyncGenerator<ImportResult, void, undefined>;
  private end: Promise<ImportResult> | undefined;

  constructor(
    private readonly transport: Transport,
    private readonly records: Source<MemoryRecord | string>,
    private readonly params: ImportParams,
    private readonly options: RequestOptions,
  ) {
    if (!isSource(records)) {
      throw new TypeError('records must be an iterable of objects or of lines; split a text into its lines');
    }
    this.batches = this.run();
  }

  [Symbol.asyncIterator](): AsyncGenerator<ImportResult, void, undefined> {
    return this.batches;
  }

  then<A = ImportResult, B = never>(
    onResult?: ((result: ImportResult) => A | PromiseLike<A>) | null,
    onError?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    this.end ??= this.readToEnd();
    return this.end.then(onResult, onError);
  }

  catch<B = never>(onError?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<ImportResult | B> {
    return this.then(undefined, onError);
  }

  finally(onEnd?: (() => void) | null): Promise<ImportResult> {
    return this.then().finally(onEnd);
  }

  private async readToEnd(): Promise<ImportResult> {
    while ((await this.batches.next()).done !== true);
    return this.total;
  }

  private async *run(): AsyncGenerator<ImportResult, void, undefined> {
    const key = this.options.idempotencyKey ?? crypto.randomUUID();
    let before = 0;
    let failing = 0;
    let number = 0;
    for await (const { text, lines } of lineBatches(this.records)) {
      // A source can be read once only: a batch is kept until its response has arrived, so that it can be sent again.
      const result = numberedFrom(before, await this.send(text, `${key}/${++number}`));
      failing = result.failed === result.read ? failing + result.failed : 0;
      before += lines;
      if (failing >= MAX_FAILURES_IN_A_ROW) result.stopped ??= stoppedAt(before, failing);
      addTo(this.total, result);
      yield result;
      if (result.stopped !== undefined) return;
    }
  }

  private async send(text: string, idempotencyKey: string): Promise<ImportResult> {
    const input = { query: { ...this.params }, lines: text };
    return this.transport.call('memories.import', input, { ...this.options, idempotencyKey });
  }
}

/** Not a text or bytes, whose parts are no records. */
function isSource(records: unknown): boolean {
  if (typeof records !== 'object' || records === null || ArrayBuffer.isView(records)) return false;
  return Symbol.iterator in records || Symbol.asyncIterator in records;
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

function addTo(total: ImportResult, { errors, stopped, ...counts }: ImportResult): void {
  for (const name of ['read', 'created', 'present', 'replaced', 'failed'] as const) total[name] += counts[name];
  total.errors.push(...errors.slice(0, MAX_ERRORS - total.errors.length));
  if (stopped !== undefined) total.stopped = stopped;
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
      throw controller.signal.aborted ? timedOut(timeoutMs, 1, error) : disconnected(attempt, error);
    } finally {
      clearTimeout(timer);
    }
  };
  try {
    for await (const { line, isWhole } of linesOf(read)) {
      signal?.throwIfAborted();
      yield recordOf(line, isWhole, attempt);
    }
  } finally {
    signal?.removeEventListener('abort', abort);
    // The caller may have had enough: the service then stops reading.
    await reader.cancel().catch(() => undefined);
  }
}

/** @throws ConnectionError where the body ended within the line, ServiceError where the service cannot have written it */
function recordOf(line: string, isWhole: boolean, attempts: number): MemoryRecord {
  try {
    return JSON.parse(line) as MemoryRecord;
  } catch (error) {
    if (!isWhole) throw disconnected(attempts, error);
    throw new ServiceError('the export has a line that is no record', { attempts, cause: error });
  }
}

interface OpenExport {
  readonly reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly attempt: number;
  readonly controller: AbortController;
}

async function openExport(response: Response, attempt: number, controller: AbortController): Promise<OpenExport> {
  if (!response.ok) throw errorOf(response, await response.text(), attempt);
  const { status, headers, body } = response;
  if (!headers.get('content-type')?.includes('ndjson')) {
    throw new ServiceError('the response is no export of the service', { status, headers, attempts: attempt });
  }
  if (body === null) throw disconnected(attempt, undefined);
  return { reader: body.getReader(), attempt, controller };
}
