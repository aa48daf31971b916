import type { MemoryRecord, MemoryType } from '../generated/types.gen.js';
import type { ImportNote } from './records/import-notes.js';

/** How often something was left out or changed, and why. */
export interface NoteCount {
  readonly reason: string;
  readonly count: number;
  /** Where the first ones stand, in a file of lines. */
  readonly lines?: readonly number[];
}

/** What a dump holds. */
export interface ImportPreview {
  readonly records: number;
  readonly types: Partial<Record<MemoryType, number>>;
  /** How many different ones the records name. */
  readonly users: number;
  readonly sessions: number;
  /** Of the times at which the records were created. */
  readonly from?: string;
  readonly to?: string;
  readonly skipped: readonly NoteCount[];
  readonly changed: readonly NoteCount[];
  /** The first few records. */
  readonly first: readonly MemoryRecord[];
}

const SHOWN = 3;
const SHOWN_LINES = 10;

/** Counts what a dump holds, while it is read. */
export class ImportSummary {
  private records = 0;
  private readonly types = new Map<MemoryType, number>();
  private readonly users = new Set<unknown>();
  private readonly sessions = new Set<unknown>();
  private readonly notes = { skipped: new Map<string, NoteCount>(), changed: new Map<string, NoteCount>() };
  private readonly first: MemoryRecord[] = [];
  private from: string | undefined;
  private to: string | undefined;

  add(record: MemoryRecord): void {
    this.records++;
    this.types.set(record.type, (this.types.get(record.type) ?? 0) + 1);
    const { userId, sessionId } = record.metadata ?? {};
    if (userId !== undefined) this.users.add(userId);
    if (sessionId !== undefined) this.sessions.add(sessionId);
    if (this.first.length < SHOWN) this.first.push(record);
    this.time(record.createdAt);
  }

  note({ kind, reason, count, line }: ImportNote): void {
    const before = this.notes[kind].get(reason);
    const { lines } = before ?? {};
    const next = line === undefined ? lines : [...new Set(lines).add(line)].slice(0, SHOWN_LINES);
    this.notes[kind].set(reason, { reason, count: (before?.count ?? 0) + count, ...(next && { lines: next }) });
  }

  preview(): ImportPreview {
    return {
      records: this.records,
      types: Object.fromEntries([...this.types].sort((a, b) => b[1] - a[1])),
      users: this.users.size,
      sessions: this.sessions.size,
      ...(this.from !== undefined && { from: this.from, to: this.to ?? this.from }),
      ...this.noteCounts(),
      first: this.first,
    };
  }

  /** The most frequent first. */
  noteCounts(): Pick<ImportPreview, 'skipped' | 'changed'> {
    return { skipped: counts(this.notes.skipped), changed: counts(this.notes.changed) };
  }

  private time(createdAt: string | undefined): void {
    if (createdAt === undefined) return;
    if (this.from === undefined || createdAt < this.from) this.from = createdAt;
    if (this.to === undefined || createdAt > this.to) this.to = createdAt;
  }
}

function counts(notes: ReadonlyMap<string, NoteCount>): NoteCount[] {
  return [...notes.values()].sort((a, b) => b.count - a.count);
}
