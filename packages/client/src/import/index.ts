import type { MemoryRecord } from '../generated/types.gen.js';
import type { ByteSource } from './bytes/byte-reader.js';
import type { ImportForm } from './forms/form.js';
import { DamagedDumpError, ImportError, UnknownFormError } from './import-error.js';
import { type ImportOptions, openDump } from './open-dump.js';

export type { MemoryRecord } from '../generated/types.gen.js';
export type { ByteSource } from './bytes/byte-reader.js';
export { IMPORT_FORMS, type ImportForm } from './forms/form.js';
export { DamagedDumpError, ImportError, UnknownFormError };
export { type ImportPreview, ImportSummary, type NoteCount } from './import-summary.js';
export { type Dump, type ImportOptions, openDump } from './open-dump.js';
export type { ImportNote } from './records/import-notes.js';

/**
 * The memories of a dump, as records that `memories.import` takes, in constant memory. The content shows what system the
 * dump is of, unless `from` names it. A loop that ends early closes the source.
 * @throws ImportError where the dump is damaged, of another form, or of none that is known
 */
export async function* recordsFrom(
  source: ByteSource,
  options: ImportOptions = {},
): AsyncGenerator<MemoryRecord, void, undefined> {
  yield* (await openDump(source, options)).records();
}

/** What system a dump is of. Reads its beginning, and closes it. @returns undefined where it is of none that is known */
export async function detect(source: ByteSource): Promise<ImportForm | undefined> {
  try {
    const dump = await openDump(source);
    await dump.close();
    return dump.form;
  } catch (error) {
    if (error instanceof ImportError) return undefined;
    throw error;
  }
}
