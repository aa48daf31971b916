import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { NDJSON } from '@mneme/platform/answers';
import { TenantDb } from '@mneme/platform/database';
import { Idempotency, type IdempotentRequest } from '@mneme/platform/idempotency';
import type { TenantId } from '@mneme/platform/ids';
import { MAX_FAULTS } from '@mneme/platform/validation';
import { Injectable, StreamableFile } from '@nestjs/common';
import type { ExportMemoriesQuery } from './export-memories.query.js';
import type { ImportFaultDto, ImportResultDto } from './import-result.dto.js';
import type { OnConflict } from '../records/batch-outcome.js';
import { memoryFilter } from '../listing/memory-filter.js';
import { MemoryExportService } from './memory-export.service.js';
import { MemoryImportService } from './memory-import.service.js';
import { NdjsonImport } from './ndjson-import.js';

/** Small, so that what others ask is served between two of them. */
const BATCH = 100;
/** What is handed to the connection at once. */
const CHUNK_CHARACTERS = 65_536;

/** Import and export as streams, for HTTP. */
@Injectable()
export class MemoryTransferService {
  constructor(
    private readonly importer: MemoryImportService,
    private readonly exporter: MemoryExportService,
    private readonly tenantDb: TenantDb,
    private readonly idempotency: Idempotency,
  ) {}

  /**
   * Stores the records of a stream, a transaction each 100. What breaks off stays stored up to there, and a repetition
   * adds the rest: records are known by their externalId, those without one by Idempotency-Key, line and text. The
   * answer to an import that was stopped is not kept: the same key may come again with the lines put right.
   */
  async import(
    tenant: TenantId,
    body: Readable,
    onConflict: OnConflict | undefined,
    key: IdempotentRequest | undefined,
  ): Promise<ImportResultDto> {
    const errors: ImportFaultDto[] = [];
    const work = new NdjsonImport(this.importer, tenant, {
      batch: BATCH,
      onConflict,
      nameOf: (line, text) => (key === undefined ? undefined : nameOf(key, line, text)),
      onFaults: (line, faults) => {
        errors.push(...faults.slice(0, MAX_FAULTS - errors.length).map((fault) => ({ line, ...fault })));
      },
    });
    const digest = createHash('sha256');
    const counts = await work.run(digested(body, digest));
    const result = { ...counts, errors };
    if (counts.stopped !== undefined) return result;
    const whole = key && Idempotency.ofStream(key, digest.digest());
    const nothingMore = (): Promise<void> => Promise.resolve();
    await this.tenantDb.run(tenant, (tx) => this.idempotency.once(tx, whole, nothingMore, () => result));
    return result;
  }

  /** The first page is read before it resolves, so that an immediate failure is reported like any other. */
  async export(tenant: TenantId, query: ExportMemoriesQuery): Promise<StreamableFile> {
    const pages = this.exporter.records(tenant, memoryFilter(query));
    const first = await pages.next();
    const rest = async function* (): AsyncGenerator<string> {
      if (first.done !== true) yield* linesOf(first.value);
      for await (const page of pages) yield* linesOf(page);
    };
    return new StreamableFile(Readable.from(rest(), { objectMode: false }), { type: NDJSON });
  }
}

/**
 * The stream's bytes, counted into the digest. The connection outlives a reader that stops early: what still comes of
 * the body is dropped, so that its client can finish, read the answer and send its next request.
 */
async function* digested(body: Readable, digest: ReturnType<typeof createHash>): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      digest.update(chunk);
      yield chunk;
    }
  } finally {
    body.resume();
  }
}

function nameOf({ key }: IdempotentRequest, line: number, text: string): string {
  return `import:${createHash('sha256').update(`${key}\n${line}\n${text}`).digest('base64url')}`;
}

function* linesOf(page: readonly object[]): Generator<string> {
  let lines = '';
  for (const record of page) {
    lines += `${JSON.stringify(record)}\n`;
    if (lines.length < CHUNK_CHARACTERS) continue;
    yield lines;
    lines = '';
  }
  if (lines !== '') yield lines;
}
