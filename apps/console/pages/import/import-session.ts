import { signal, type ReadonlySignal } from '@preact/signals';
import type { ImportResult, MemoryRecord, OnConflict } from '@mneme/client';
import { mneme } from '../../session/session.js';
import type { FilePreview, ReadOptions } from './import-messages.js';
import { ImportReader } from './import-reader.js';

const EXCERPT = 200;

/** A record that the service did not take, and why. */
export interface ImportFailure {
  /** Its place among the records of its file, from 1. */
  readonly record: number;
  /** Undefined: there is one only. */
  readonly file: string | undefined;
  readonly text: string;
  readonly message: string;
}

/** What has been sent so far, and what became of it. */
export interface ImportProgress {
  readonly total: number;
  readonly counts: Pick<ImportResult, 'read' | 'created' | 'present' | 'replaced' | 'failed'>;
  readonly failures: readonly ImportFailure[];
  /** The service gave up: too many failed, one after the other. */
  readonly stoppedAt: number | undefined;
}

export type ImportState =
  | { readonly phase: 'choosing'; readonly error: unknown }
  | { readonly phase: 'reading'; readonly bytes: number; readonly total: number }
  | { readonly phase: 'previewed'; readonly previews: readonly FilePreview[] }
  /** Canceling waits for the response to the batch under way: what it stored is then known. */
  | { readonly phase: 'sending'; readonly progress: ImportProgress; readonly isCanceling: boolean }
  | {
      readonly phase: 'ended';
      readonly progress: ImportProgress;
      readonly wasCanceled: boolean;
      /** What became of the last batch is not known: it failed, or the reader did not wait for it. */
      readonly isCut: boolean;
      readonly error: unknown;
    };

const NOTHING = { read: 0, created: 0, present: 0, replaced: 0, failed: 0 };
const START: ImportState = { phase: 'choosing', error: undefined };

/** One import, from the choice of files to its end. */
export class ImportSession {
  private readonly current = signal<ImportState>(START);
  readonly state: ReadonlySignal<ImportState> = this.current;
  private files: readonly File[] = [];
  private reader: ImportReader | undefined;
  private leaving = new AbortController();
  private canceling = new AbortController();

  /** Reads files to their end and stores nothing. */
  async preview(files: readonly File[], options: ReadOptions): Promise<void> {
    this.reset();
    const { signal: left } = this.leaving;
    this.files = files;
    const total = files.reduce((sum, { size }) => sum + size, 0);
    this.current.value = { phase: 'reading', bytes: 0, total };
    const reader = (this.reader = new ImportReader(files, options));
    try {
      const previews = await reader.preview((bytes) => (this.current.value = { phase: 'reading', bytes, total }));
      if (!left.aborted) this.current.value = { phase: 'previewed', previews };
    } catch (error) {
      if (!left.aborted) this.current.value = { phase: 'choosing', error };
    }
  }

  /** Sends the records of the files that could be read. */
  async send(onConflict: OnConflict): Promise<void> {
    const { value: state } = this.current;
    if (state.phase !== 'previewed' || this.reader === undefined) return;
    const isReadable = (_: unknown, i: number): boolean => state.previews[i]?.error === undefined;
    const sent = new SentRecords(state.previews.filter(isReadable), this.canceling.signal);
    const records = sent.noted(this.reader.records(this.files.filter(isReadable)));
    const { signal: left } = this.leaving;
    let progress: ImportProgress = { total: sent.total, counts: NOTHING, failures: [], stoppedAt: undefined };
    const show = (): void => {
      if (left.aborted) return;
      this.current.value = { phase: 'sending', progress, isCanceling: this.canceling.signal.aborted };
    };
    show();
    let error: unknown;
    try {
      for await (const result of mneme().memories.import(records, { onConflict }, { signal: left })) {
        progress = withResult(progress, result, sent);
        show();
        if (this.canceling.signal.aborted) break;
      }
    } catch (failure) {
      error = failure;
    }
    // The reader has not waited, and the page says so already.
    if (!left.aborted) this.end(progress, error);
  }

  /** Sends nothing more. What has been stored stays. */
  cancel(): void {
    const { value: state } = this.current;
    if (state.phase !== 'sending') return;
    if (state.isCanceling) this.leave();
    this.canceling.abort();
    this.current.value = state.isCanceling
      ? { phase: 'ended', progress: state.progress, wasCanceled: true, isCut: true, error: undefined }
      : { ...state, isCanceling: true };
  }

  /** Stops all work at once. */
  leave(): void {
    this.leaving.abort();
    this.reader?.close();
  }

  private end(progress: ImportProgress, failure: unknown): void {
    this.reader?.close();
    const { signal: canceling } = this.canceling;
    const error = failure === canceling.reason ? undefined : failure;
    const wasCanceled = canceling.aborted && progress.counts.read < progress.total;
    this.current.value = { phase: 'ended', progress, wasCanceled, isCut: error !== undefined, error };
  }

  /** Lets go of everything, for another choice. */
  reset(): void {
    this.leave();
    this.leaving = new AbortController();
    this.canceling = new AbortController();
    this.current.value = START;
  }
}

/** The records that are sent: the service names a failed one by its number among them all. */
class SentRecords {
  readonly total: number;
  private readonly texts = new Map<number, string>();
  private last = 0;

  constructor(
    private readonly files: readonly FilePreview[],
    private readonly canceling: AbortSignal,
  ) {
    this.total = files.reduce((sum, { records }) => sum + records, 0);
  }

  /** @throws the signal's reason where no more is to be sent */
  async *noted(records: AsyncIterable<MemoryRecord>): AsyncGenerator<MemoryRecord, void, undefined> {
    for await (const record of records) {
      this.canceling.throwIfAborted();
      this.texts.set(++this.last, record.content.slice(0, EXCERPT));
      yield record;
    }
  }

  placeOf(number: number): Pick<ImportFailure, 'record' | 'file'> {
    let record = number;
    for (const { name, records } of this.files) {
      if (record <= records) return { record, file: this.files.length > 1 ? name : undefined };
      record -= records;
    }
    return { record: number, file: undefined };
  }

  textOf(record: number): string {
    return this.texts.get(record) ?? '';
  }

  forgetUpTo(record: number): void {
    for (const each of this.texts.keys()) {
      if (each > record) return;
      this.texts.delete(each);
    }
  }
}

function withResult(progress: ImportProgress, result: ImportResult, sent: SentRecords): ImportProgress {
  const { counts } = progress;
  const failures = result.errors.map(({ line, message }) => ({
    ...sent.placeOf(line),
    text: sent.textOf(line),
    message,
  }));
  sent.forgetUpTo(counts.read + result.read);
  return {
    total: progress.total,
    counts: {
      read: counts.read + result.read,
      created: counts.created + result.created,
      present: counts.present + result.present,
      replaced: counts.replaced + result.replaced,
      failed: counts.failed + result.failed,
    },
    failures: failures.length === 0 ? progress.failures : [...progress.failures, ...failures],
    stoppedAt: result.stopped?.lastLine,
  };
}
