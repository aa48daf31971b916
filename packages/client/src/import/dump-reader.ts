import type { MemoryRecord } from '../generated/types.gen.js';
import type { DumpPart } from './bytes/dump-parts.js';
import type { Form, FormReader } from './forms/form.js';
import { ImportError } from './import-error.js';
import { type JsonItem, jsonItems } from './json/json-items.js';
import { jsonLines, textLines } from './json/json-lines.js';
import type { Outline } from './json/outline.js';
import type { Draft } from './records/draft.js';
import { recordsOf } from './records/draft-records.js';
import { type ImportNote, type Notes, notesTo } from './records/import-notes.js';

export interface ReaderOptions {
  readonly userId?: string | undefined;
  readonly onNote?: ((note: ImportNote) => void) | undefined;
}

/** Reads the files of one dump as records of its form. */
export class DumpReader {
  private readonly readItem: FormReader;
  private readonly notes: Notes;
  private readonly userId: string | undefined;
  private records = 0;
  private line: number | undefined;

  constructor(
    readonly form: Form,
    { userId, onNote }: ReaderOptions,
  ) {
    this.userId = userId;
    this.notes = notesTo(onNote, () => this.line);
    this.readItem = form.open(this.notes);
  }

  /** @throws ImportError where the file is damaged */
  async *read(part: DumpPart, outline: Outline): AsyncGenerator<MemoryRecord, void, undefined> {
    for await (const item of this.items(part, outline)) {
      for await (const draft of this.readItem(item)) {
        const records =
          'externalId' in draft
            ? [this.named(draft)]
            : await recordsOf(this.form.name, this.withUser(draft), this.notes);
        this.records += records.length;
        yield* records;
      }
    }
  }

  /** @throws ImportError where nothing was found in a dump that was only said to be of this form */
  end(isRecognized: boolean): void {
    if (this.records === 0 && !isRecognized) throw new ImportError(`the dump holds nothing of ${this.form.name}`);
  }

  private items({ name, reader }: DumpPart, outline: Outline): AsyncGenerator<JsonItem, void, undefined> {
    const { kind, keys, isLines } = outline;
    const file = name === '' ? 'the dump' : name;
    const onLine = (number: number): void => {
      // In an archive it would not say of which file, and JSON as a whole can be one line.
      if (name === '' && (this.form.isLines ?? this.form.readsText)) this.line = number;
    };
    if (kind === 'text' && this.form.readsText === true) return textItems(textLines(reader, onLine));
    if (kind === 'array') return jsonItems(reader, 'elements', file);
    if (this.form.hasLists?.(keys) === true) return jsonItems(reader, 'lists', file);
    if (!isLines && this.form.isLines !== true) return jsonItems(reader, 'values', file);
    const onUnreadable = (): void => this.notes.skipped('not valid JSON');
    return jsonLines(reader, onUnreadable, onLine);
  }

  /** Of a record that is left as it is otherwise. */
  private named(record: MemoryRecord): MemoryRecord {
    if (this.userId === undefined || record.metadata?.['userId'] !== undefined) return record;
    return { ...record, metadata: { userId: this.userId, ...record.metadata } };
  }

  private withUser(draft: Draft): Draft {
    const { userId, ...others } = draft.metadata ?? {};
    return { ...draft, metadata: { userId: userId ?? this.userId, ...others } };
  }
}

async function* textItems(lines: ReturnType<typeof textLines>): AsyncGenerator<JsonItem, void, undefined> {
  for await (const line of lines) if (line !== undefined) yield { key: 'text', value: line };
}
