import { signal, type ReadonlySignal } from '@preact/signals';
import type { ImportResult, MemoryRecord, OnConflict } from '@mneme/client';
import { mneme } from '../../session/session.js';
import type { FilePreview, ReadOptions } from './import-messages.js';
import { ImportReader } from './import-reader.js';

const EXCERPT = 200;

/** A record that the service did not take, and why. */
export interface ImportFailure {
  /** Its place among all records, from 1. */
  readonly record: number;
  readonly text: string;
  readonly field: string | undefined;
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
  | { readonly phase: 'sending'; readonly progress: ImportProgress }
  | {
      readonly phase: 'ended';
      readonly progress: ImportProgress;
      readonly wasCancelled: boolean;
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
    const files = this.files.filter((_, i) => state.previews[i]?.error === undefined);
    const total = state.previews.reduce((sum, { records }) => sum + records, 0);
    const { signal: left } = this.leaving;
    let progress: ImportProgress = { total, counts: NOTHING, failures: [], stoppedAt: undefined };
    const sent = new SentRecords();
    this.current.value = { phase: 'sending', progress };
    let error: unknown;
    try {
      const records = sent.noted(this.reader.records(files));
      for await (const result of mneme().memories.import(records, { onConflict }, { signal: left })) {
        progress = withResult(progress, result, sent);
        if (!left.aborted) this.current.value = { phase: 'sending', progress };
      }
    } catch (failure) {
      error = failure;
    }
    // The reader cancelled, and the page says so already.
    if (left.aborted) return;
    this.reader.close();
    this.current.value = { phase: 'ended', progress, wasCancelled: false, error };
  }

  /** Stops reading and sending. What has been stored stays. */
  cancel(): void {
    this.leaving.abort();
    this.reader?.close();
    const { value: state } = this.current;
    if (state.phase === 'sending') {
      this.current.value = { phase: 'ended', progress: state.progress, wasCancelled: true, error: undefined };
    }
  }

  /** Lets go of everything, for another choice. */
  reset(): void {
    this.cancel();
    this.leaving = new AbortController();
    this.current.value = START;
  }
}

/** The texts of the records that are under way: the service names a failed one by its number. */
class SentRecords {
  private readonly texts = new Map<number, string>();
  private last = 0;

  async *noted(records: AsyncIterable<MemoryRecord>): AsyncGenerator<MemoryRecord, void, undefined> {
    for await (const record of records) {
      this.texts.set(++this.last, record.content.slice(0, EXCERPT));
      yield record;
    }
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
  const failures = result.errors.map(({ line, field, message }) => ({
    record: line,
    text: sent.textOf(line),
    field,
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
