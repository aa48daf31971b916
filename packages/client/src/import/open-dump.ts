import type { MemoryRecord } from '../generated/types.gen.js';
import { ByteReader, type ByteSource } from './bytes/byte-reader.js';
import { type Container, type DumpPart, type DumpParts, openParts } from './bytes/dump-parts.js';
import { formNamed, formOf } from './forms/form-table.js';
import type { Form, ImportForm } from './forms/form.js';
import { ImportError, UnknownFormError } from './import-error.js';
import { HEAD_BYTES, type Outline, outlineOf } from './json/outline.js';
import { DumpReader } from './dump-reader.js';
import type { ImportNote } from './records/import-notes.js';

export interface ImportOptions {
  /** The system that the dump is of. Default `auto`: its content shows it. */
  readonly from?: ImportForm | 'auto' | undefined;
  /** `metadata.userId` of the records of a dump that names no user. */
  readonly userId?: string | undefined;
  /** Called with what is left out or changed. */
  readonly onNote?: ((note: ImportNote) => void) | undefined;
}

/** A dump whose form is known. It is read once: as records, or as bytes. */
export interface Dump {
  readonly form: ImportForm;
  /** @throws ImportError where the dump is damaged; records before that are good */
  records(): AsyncGenerator<MemoryRecord, void, undefined>;
  /** The bytes as they are, where the dump is NDJSON that the service takes without being read here. */
  readonly ndjson: AsyncGenerator<Uint8Array, void, undefined> | undefined;
  close(): Promise<void>;
}

/** Files of an archive that can hold memories: its images are not opened. */
const READABLE = /\.(json|jsonl|ndjson|txt|md|af)$|(^|\/)[^.]*$/i;

/** @throws ImportError where the source is of no form that is known, or of another than `from` says */
export async function openDump(source: ByteSource, options: ImportOptions = {}): Promise<Dump> {
  const { container, parts } = await openParts(source);
  try {
    const first = await firstPart(container, parts, options);
    const reader = new DumpReader(first.form, options);
    return {
      form: first.form.name,
      records: () => recordsIn(reader, first, parts),
      ndjson: isNdjson(container, first) ? first.part.reader.rest() : undefined,
      close: () => parts.return().then(() => undefined),
    };
  } catch (error) {
    await parts.return();
    throw error;
  }
}

function isNdjson(container: Container, { form, outline }: OpenedPart): boolean {
  return container === 'plain' && form.name === 'mneme' && outline.kind !== 'array';
}

async function* recordsIn(
  reader: DumpReader,
  { part, outline }: OpenedPart,
  parts: DumpParts['parts'],
): AsyncGenerator<MemoryRecord, void, undefined> {
  try {
    yield* reader.read(part, outline);
    for (let next = await parts.next(); next.done !== true; next = await parts.next()) {
      const other = await outlineIn(next.value);
      if (other !== undefined && reader.form.recognizes(other)) yield* reader.read(next.value, other);
    }
    reader.end(reader.form.recognizes(outline));
  } finally {
    await parts.return();
  }
}

interface OpenedPart {
  readonly form: Form;
  readonly part: DumpPart;
  readonly outline: Outline;
}

async function firstPart(
  container: Container,
  parts: DumpParts['parts'],
  { from = 'auto' }: ImportOptions,
): Promise<OpenedPart> {
  const wanted = from === 'auto' ? undefined : formNamed(from);
  const passed: PassedPart[] = [];
  for (let next = await parts.next(); next.done !== true; next = await parts.next()) {
    const part = next.value;
    const outline = await outlineIn(part);
    if (outline !== undefined && container !== 'zip') return { form: formOfFile(outline, wanted), part, outline };
    const isEmpty = outline?.kind === 'empty';
    // What is empty says nothing of the files behind it.
    const form = outline === undefined || isEmpty ? undefined : formIn(outline, wanted);
    if (outline && isWanted(form, wanted)) return { form, part, outline };
    passed.push({ part, form, isEmpty });
  }
  if (passed.every(({ isEmpty }) => isEmpty)) return emptyPart(wanted);
  throw nothingIn(passed, wanted);
}

/** A file of an archive that no records are in. */
interface PassedPart {
  readonly part: DumpPart;
  readonly form: Form | undefined;
  readonly isEmpty: boolean;
}

function isWanted(form: Form | undefined, wanted: Form | undefined): form is Form {
  return form !== undefined && (wanted ?? form) === form;
}

/** @returns undefined for a file that cannot hold memories */
async function outlineIn({ name, reader, isArchive }: DumpPart): Promise<Outline | undefined> {
  return isArchive || !READABLE.test(name) ? undefined : outlineOf(await reader.peek(HEAD_BYTES));
}

/** An archive of nothing is what an empty file is. */
function emptyPart(wanted: Form | undefined): OpenedPart {
  const outline = outlineOf(new Uint8Array());
  const reader = new ByteReader(new ReadableStream({ start: (stream) => stream.close() }));
  return { form: formOfFile(outline, wanted), part: { name: '', reader, isArchive: false }, outline };
}

/** The form that is asked for, where a file can be of it; otherwise the one that it is of. */
function formIn(outline: Outline, wanted: Form | undefined): Form | undefined {
  return wanted?.recognizes(outline) === true ? wanted : formOf(outline);
}

/** @throws ImportError where the file is certainly not of the form that is asked for, or of none that is known */
function formOfFile(outline: Outline, wanted: Form | undefined): Form {
  const form = formIn(outline, wanted);
  if (wanted === undefined) {
    if (form === undefined) throw new UnknownFormError('unknown format');
    return form;
  }
  if (form === wanted) return wanted;
  if (outline.kind === 'empty') throw new ImportError('the dump is empty');
  if (form !== undefined) throw new ImportError(`the dump is of ${form.name}, not of ${wanted.name}`);
  if (outline.kind === 'text' && !wanted.readsText && !wanted.isLines) throw new ImportError('the dump is not JSON');
  return wanted;
}

function nothingIn(passed: readonly PassedPart[], wanted: Form | undefined): ImportError {
  const archive = passed.find(({ part }) => part.isArchive)?.part.name;
  const other = passed.find(({ form }) => form !== undefined)?.form?.name;
  const names = passed.map(({ part }) => part.name);
  const some = `${names.slice(0, 5).join(', ')}${names.length > 5 ? ', …' : ''}`;
  if (wanted && other) return new ImportError(`the archive is a dump of ${other}, not of ${wanted.name}`);
  if (archive) return new ImportError(`the archive holds another, ${archive}: unpack it, and import that`);
  if (wanted) return new ImportError(`no file in the archive is of ${wanted.name}: ${some}`);
  return new UnknownFormError(`no known format in the archive: ${some}`);
}
