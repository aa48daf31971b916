import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  DamagedDumpError,
  ImportError,
  ImportSummary,
  type MemoryRecord,
  openDump,
  UnknownFormError,
  type Dump,
  type ImportForm,
} from '@mneme/client/import';
import type { ImportOptions } from '../arguments/import-options.js';
import { type CommandIo, UsageError } from '../command-io.js';
import { printable } from '../printable.js';
import { type Progress, startCount } from '../progress.js';

/** A file that memories are imported from, while it is read. */
export class ImportFile {
  /** What was read so far, and what of it is left out. */
  readonly summary: ImportSummary;
  /** Why the file could not be read to its end. */
  damage: string | undefined;

  private constructor(
    readonly path: string,
    private readonly dump: Dump,
    summary: ImportSummary,
    private readonly progress: Progress,
  ) {
    this.summary = summary;
  }

  /**
   * @throws UsageError if there is no such file, or it is none that can be imported
   * @throws Error if it is damaged before its first record
   */
  static async open(io: CommandIo, file: string, { from, userId, dryRun }: ImportOptions): Promise<ImportFile> {
    const path = resolve(io.cwd, file);
    await checkFile(path);
    const stream = createReadStream(path);
    const summary = new ImportSummary();
    try {
      const onNote = summary.note.bind(summary);
      const dump = await openDump(stream as AsyncIterable<Uint8Array>, { from, userId, onNote });
      return new ImportFile(path, dump, summary, startCount(io, dryRun === true ? 'records read:' : 'records stored:'));
    } catch (error) {
      stream.destroy();
      if (!(error instanceof ImportError)) throw error;
      if (error instanceof DamagedDumpError) throw new Error(`${path}: ${printable(error.message)}.`, { cause: error });
      const advice = error instanceof UnknownFormError ? ' Name its system with --from.' : '';
      throw new UsageError(`${path}: ${printable(error.message)}.${advice}`);
    }
  }

  get form(): ImportForm {
    return this.dump.form;
  }

  /** The lines as they are, where the service takes them so: it then names what is wrong with each. */
  get ndjson(): AsyncGenerator<Uint8Array> | undefined {
    return this.dump.ndjson;
  }

  /** The memories of the file, up to its end or to where it is damaged. */
  async *records(): AsyncGenerator<MemoryRecord, void, undefined> {
    try {
      for await (const record of this.dump.records()) {
        this.summary.add(record);
        yield record;
      }
    } catch (error) {
      if (!(error instanceof ImportError)) throw error;
      this.damage = error.message;
    }
  }

  /** @param done records, of a number that only the end of the file shows */
  showProgress(done: number): void {
    this.progress.at(done);
  }

  async close(): Promise<void> {
    this.progress.stop();
    await this.dump.close();
  }
}

async function checkFile(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) throw new UsageError(`The file ${path} cannot be read.`);
  if (found.isDirectory()) throw new UsageError(`${path} is a folder: pack it as a zip archive, and import that.`);
}
