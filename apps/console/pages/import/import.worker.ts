import type { MemoryRecord } from '@mneme/client';
import { ImportSummary, openDump } from '@mneme/client/import';
import type { Answer, FilePreview, ReadOptions, Request } from './import-messages.js';

/**
 * Reads dumps apart from the page, which stays free however large they are. Records are handed over when the page asks for
 * them: a slow connection then slows the reading, and no dump is held in memory.
 */
const SHOWN = 10;
const MAX_RECORDS = 250;
/** In characters of their texts: what one message may copy. */
const MAX_LENGTH = 500_000;
/** Progress is drawn, so a message a frame would be too many. */
const REPORT_EVERY_BYTES = 2 ** 20;

let records: AsyncGenerator<MemoryRecord, void, undefined> | undefined;

addEventListener('message', ({ data }: MessageEvent<Request>) => {
  answer(data).catch((error: unknown) => tell({ kind: 'failure', message: messageOf(error) }));
});

async function answer(request: Request): Promise<void> {
  if (request.kind === 'preview') {
    tell({ kind: 'preview', previews: await previewsOf(request.files, request.options) });
    return;
  }
  if (request.kind === 'records') records = recordsIn(request.files, request.options);
  tell({ kind: 'records', records: await nextRecords() });
}

function tell(message: Answer): void {
  postMessage(message);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function previewsOf(files: readonly File[], options: ReadOptions): Promise<FilePreview[]> {
  const previews: FilePreview[] = [];
  let before = 0;
  for (const file of files) {
    previews.push(await previewOf(file, options, before));
    before += file.size;
  }
  return previews;
}

async function previewOf(file: File, options: ReadOptions, before: number): Promise<FilePreview> {
  const summary = new ImportSummary();
  const first: MemoryRecord[] = [];
  const read = { name: file.name, bytes: file.size };
  try {
    const onNote = summary.note.bind(summary);
    const dump = await openDump(counted(file, before), { ...options, onNote });
    for await (const record of dump.records()) {
      summary.add(record);
      if (first.length < SHOWN) first.push(record);
    }
    const { records: count, from, to, skipped, changed } = summary.preview();
    return { ...read, form: dump.form, records: count, from, to, skipped, changed, first, error: undefined };
  } catch (error) {
    const nothing = {
      form: undefined,
      records: 0,
      from: undefined,
      to: undefined,
      skipped: [],
      changed: [],
      first: [],
    };
    return { ...read, ...nothing, error: messageOf(error) };
  }
}

/** The bytes of a file. Reports how many of all files have been read. */
async function* counted(file: File, before: number): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = file.stream().getReader();
  let bytes = before;
  let reported = before;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      bytes += next.value.length;
      if (bytes - reported >= REPORT_EVERY_BYTES) tell({ kind: 'progress', bytes: (reported = bytes) });
      yield next.value;
    }
  } finally {
    await reader.cancel();
  }
}

async function* recordsIn(files: readonly File[], options: ReadOptions): AsyncGenerator<MemoryRecord, void, undefined> {
  for (const file of files) yield* (await openDump(file.stream(), options)).records();
}

async function nextRecords(): Promise<MemoryRecord[]> {
  const some: MemoryRecord[] = [];
  let length = 0;
  while (records !== undefined && some.length < MAX_RECORDS && length < MAX_LENGTH) {
    const { value, done } = await records.next();
    if (done === true) break;
    some.push(value);
    length += value.content.length;
  }
  return some;
}
