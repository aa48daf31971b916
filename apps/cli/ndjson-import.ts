import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import split from 'split2';
import type { INestApplicationContext } from '@nestjs/common';
import { MemoryImportService, type BatchOutcome, type NewMemory } from '@mneme/memories';
import type { TenantId } from '@mneme/platform';

/** What became of a file. */
export interface ImportReport {
  /** Lines that were not empty. */
  read: number;
  created: number;
  /** Records whose external id the tenant had already. */
  present: number;
  readonly faults: { readonly line: number; readonly message: string }[];
  aborted: boolean;
}

/** While one batch is being stored and embedded the next is read and checked. */
const BATCHES_UNDER_WAY = 2;

/** Reads NDJSON as fast as it can be stored: memory stays bounded by a few batches. */
export class NdjsonImport {
  private readonly importer: MemoryImportService;
  private readonly report: ImportReport = { read: 0, created: 0, present: 0, faults: [], aborted: false };
  private readonly seen = new Map<string, number>();
  private readonly underWay = new Set<Promise<void>>();
  private failure: Error | undefined;

  constructor(
    app: INestApplicationContext,
    private readonly tenant: TenantId,
    private readonly batchSize: number,
    private readonly signal: AbortSignal,
  ) {
    this.importer = app.get(MemoryImportService);
  }

  /** @throws what the storage reports; batches stored before stay stored */
  async run(input: Readable, onProgress: () => void): Promise<ImportReport> {
    let batch: ReadMemory[] = [];
    let line = 0;
    for await (const text of input.pipe(split()) as AsyncIterable<string>) {
      line++;
      if (this.signal.aborted) break;
      const read = await this.read(text, line);
      if (read !== undefined) batch.push(read);
      if (batch.length < this.batchSize) continue;
      await this.store(batch);
      batch = [];
      onProgress();
    }
    await this.store(batch);
    await Promise.all(this.underWay);
    if (this.failure !== undefined) throw this.failure;
    this.report.aborted = this.signal.aborted;
    return this.report;
  }

  private async read(text: string, line: number): Promise<ReadMemory | undefined> {
    if (text.trim() === '') return undefined;
    this.report.read++;
    const checked = await this.importer.check(parse(text));
    if ('faults' in checked) {
      for (const { message } of checked.faults) this.report.faults.push({ line, message });
      return undefined;
    }
    const externalId = checked.memory.externalId ?? this.nameOf(text);
    return { line, memory: { ...checked.memory, externalId } };
  }

  /** A record without a name gets one from its own text, so that a second run adds nothing; equal lines count up. */
  private nameOf(text: string): string {
    const digest = createHash('sha256').update(text).digest('base64url');
    const times = (this.seen.get(digest) ?? 0) + 1;
    this.seen.set(digest, times);
    return `sha256:${digest}:${times}`;
  }

  private async store(batch: readonly ReadMemory[]): Promise<void> {
    if (batch.length === 0 || this.failure !== undefined) return;
    while (this.underWay.size >= BATCHES_UNDER_WAY) await Promise.race(this.underWay);
    const memories = batch.map(({ memory }) => memory);
    const work = this.importer.store(this.tenant, memories).then(
      (outcomes) => {
        for (const [i, { outcome }] of outcomes.entries()) this.count(outcome, batch[i]?.line ?? 0);
      },
      (error: unknown) => {
        this.failure ??= error instanceof Error ? error : new Error(String(error));
      },
    );
    this.underWay.add(work);
    void work.finally(() => this.underWay.delete(work));
  }

  private count(outcome: BatchOutcome['outcome'], line: number): void {
    if (outcome === 'overQuota') this.report.faults.push({ line, message: "the tenant's plan has no room for it" });
    else this.report[outcome] += 1;
  }
}

interface ReadMemory {
  readonly line: number;
  readonly memory: NewMemory;
}

/** What is not JSON is no object, and the check says so. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
