import { setImmediate as otherWork } from 'node:timers/promises';
import type { Fault } from '@mneme/platform/errors';
import type { TenantId } from '@mneme/platform/ids';
import { FailureRun } from './failure-run.js';
import { type BatchOutcome, type OnConflict, takenBy } from '../records/batch-outcome.js';
import type { MemoryImportService } from './memory-import.service.js';
import { MAX_LINE_BYTES, ndjsonLines, type NdjsonLine } from './ndjson-lines.js';
import type { NewMemory } from '../storage/memory.factory.js';

export interface ImportOptions {
  /** Memories a transaction. */
  readonly batch: number;
  /** Of a record whose external id the tenant has; `skip` where it is not said. */
  readonly onConflict?: OnConflict | undefined;
  /** The external id of a record that has none; undefined: it is stored without. */
  nameOf(line: number, text: string): string | undefined;
  /** Called with what is wrong with a line. */
  onFaults(line: number, faults: readonly Fault[]): void;
  /** Called after each batch with what became of the lines so far. */
  onProgress?(counts: ImportCounts): void;
  /** Ends the import after the batches under way. */
  readonly signal?: AbortSignal;
}

/** What became of the lines of an import. */
export interface ImportCounts {
  /** Lines that were not empty. */
  read: number;
  created: number;
  /** Records whose external id the tenant had already. */
  present: number;
  /** Records that a memory with their external id became. */
  replaced: number;
  /** Lines that hold no record of the right form, or one that the plan has no room for. */
  failed: number;
  /** Where it ended before its source did, because too many lines in a row failed. */
  stopped?: StoppedImport;
}

/** An import that was ended early. Everything before `resumeFrom` is stored or was reported. */
export interface StoppedImport {
  readonly reason: 'too_many_failures';
  /** The last line that was read, from 1. */
  readonly lastLine: number;
  /** The first of the lines in a row that failed. */
  readonly resumeFrom: number;
}

/** While one batch is being stored and embedded the next is read and checked. */
const BATCHES_UNDER_WAY = 2;
/** The event loop is given away after so long. */
const TURN_MS = 4;

/** Reads NDJSON as fast as it can be stored: memory stays bounded by a few batches. */
export class NdjsonImport {
  private readonly counts: ImportCounts = { read: 0, created: 0, present: 0, replaced: 0, failed: 0 };
  private readonly underWay = new Set<Promise<void>>();
  private readonly failures = new FailureRun();
  private failure: Error | undefined;
  private turnEnds = 0;

  constructor(
    private readonly importer: MemoryImportService,
    private readonly tenant: TenantId,
    private readonly options: ImportOptions,
  ) {}

  /** @throws what the storage or the source reports; batches stored before stay stored */
  async run(source: AsyncIterable<Buffer>): Promise<ImportCounts> {
    try {
      await this.read(source);
    } finally {
      await Promise.all(this.underWay);
    }
    if (this.failure !== undefined) throw this.failure;
    return this.counts;
  }

  private async read(source: AsyncIterable<Buffer>): Promise<void> {
    let batch: ReadMemory[] = [];
    for await (const line of ndjsonLines(source)) {
      if (this.options.signal?.aborted === true || this.failure !== undefined) break;
      const read = await this.check(line);
      if (read !== undefined) batch.push(read);
      if (this.failures.isTooLong) {
        this.counts.stopped = {
          reason: 'too_many_failures',
          lastLine: line.number,
          resumeFrom: this.failures.start,
        };
        break;
      }
      if (batch.length < this.options.batch) continue;
      await this.store(batch);
      batch = [];
      this.options.onProgress?.(this.counts);
    }
    await this.store(batch);
  }

  private async check({ number, text }: NdjsonLine): Promise<ReadMemory | undefined> {
    await this.shareEventLoop();
    if (text?.trim() === '') return undefined;
    this.counts.read++;
    const checked = text === undefined ? unreadable() : await this.importer.check(text);
    if ('faults' in checked) {
      this.counts.failed++;
      this.failures.wrong(number);
      this.options.onFaults(number, checked.faults);
      return undefined;
    }
    this.failures.right();
    const externalId = checked.memory.externalId ?? this.options.nameOf(number, text ?? '');
    return { line: number, memory: { ...checked.memory, externalId } };
  }

  private async shareEventLoop(): Promise<void> {
    if (performance.now() < this.turnEnds) return;
    await otherWork();
    this.turnEnds = performance.now() + TURN_MS;
  }

  private async store(batch: readonly ReadMemory[]): Promise<void> {
    while (this.underWay.size >= BATCHES_UNDER_WAY) await Promise.race(this.underWay);
    if (batch.length === 0 || this.failure !== undefined) return;
    const memories = batch.map(({ memory }) => memory);
    const work = this.importer.store(this.tenant, memories, this.options.onConflict).then(
      (outcomes) => {
        for (const [i, outcome] of outcomes.entries()) this.count(outcome, batch[i]?.line ?? 0);
      },
      (error: unknown) => {
        this.failure ??= error instanceof Error ? error : new Error(String(error));
      },
    );
    this.underWay.add(work);
    void work.finally(() => this.underWay.delete(work));
  }

  private count(became: BatchOutcome, line: number): void {
    const fault = faultOf(became, this.options.onConflict);
    if (fault === undefined) {
      if ('memory' in became || became.outcome === 'present') this.counts[became.outcome] += 1;
      this.failures.stored(line);
      return;
    }
    this.counts.failed++;
    if (became.outcome === 'overQuota') this.failures.refused(line);
    else this.failures.wrong(line);
    this.options.onFaults(line, [fault]);
  }
}

/** Why a record was not stored; undefined where it is there. */
function faultOf(became: BatchOutcome, onConflict: OnConflict | undefined): Fault | undefined {
  if (became.outcome === 'overQuota') return { message: became.reason };
  if (became.outcome === 'refused') return { message: became.reason, field: became.field };
  if (became.outcome !== 'present' || onConflict !== 'fail') return undefined;
  return { message: takenBy(became.id), field: 'externalId' };
}

interface ReadMemory {
  readonly line: number;
  readonly memory: NewMemory;
}

function unreadable(): { faults: Fault[] } {
  return { faults: [{ message: `the line must be UTF-8 and have at most ${MAX_LINE_BYTES} bytes` }] };
}
