import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Readable, type Writable } from 'node:stream';
import type { ImportResult, Mneme } from '@mneme/client';
import type { ImportCounts } from '@mneme/memories';
import type { FilterOptions } from '../arguments/filter-options.js';
import type { ImportOptions } from '../arguments/import-options.js';
import type { CommandIo } from '../command-io.js';
import type { CommandCall, CommandResult } from '../command.js';
import { exportFile } from '../commands/export.command.js';
import { namesByText } from '../commands/import.command.js';
import { ImportFile } from '../imports/import-file.js';
import { doneWith, finishImport, reportOf, type ImportReport } from '../imports/import-report.js';
import { startProgress } from '../progress.js';

/** Writes the memories of the client's tenant; the file appears once it is whole. */
export async function exportFrom(
  mneme: Mneme,
  io: CommandIo,
  { type, tag, metadata, out }: FilterOptions & { readonly out?: string },
): Promise<CommandResult | undefined> {
  const filter = {
    ...(type && { type: type as 'semantic' }),
    ...(tag && { tags: tag }),
    ...(metadata && { metadata }),
  };
  const write = async (file: Writable): Promise<number> => {
    const progress = startProgress(io, 'exporting', (await mneme.memories.count(filter)).count);
    let done = 0;
    for await (const record of mneme.memories.export(filter)) {
      if (!file.write(`${JSON.stringify(record)}\n`)) await once(file, 'drain');
      progress.at(++done);
    }
    progress.stop();
    return done;
  };
  if (out !== undefined) return exportFile(io.cwd, out, write);
  await write(io.out);
  return undefined;
}

/** Stores the records of a file; doing so again adds nothing. */
export async function importInto(
  mneme: Mneme,
  call: CommandCall,
  name: string,
  options: ImportOptions,
): Promise<CommandResult> {
  const { io } = call;
  const file = await ImportFile.open(io, name, options);
  const { ndjson } = file;
  const counts = emptyCounts();
  try {
    const { onConflict } = options;
    for await (const batch of mneme.memories.import(ndjson === undefined ? file.records() : linesOf(ndjson), {
      onConflict,
    })) {
      addTo(counts, batch);
      file.showProgress(doneWith(counts));
    }
  } catch (error) {
    if (!io.signal.aborted) throw error;
  } finally {
    await file.close();
  }
  return finishImport(call, reportOf(file, { ...counts, aborted: io.signal.aborted }));
}

type Counts = ImportCounts & Pick<ImportReport, 'faults'>;

function emptyCounts(): Counts {
  return { read: 0, created: 0, present: 0, replaced: 0, failed: 0, faults: [] };
}

function addTo(counts: Counts, { errors, stopped, ...batch }: ImportResult): void {
  for (const name of ['read', 'created', 'present', 'replaced', 'failed'] as const) counts[name] += batch[name];
  counts.faults.push(...errors.map(({ line, message }) => ({ line, message })));
  if (stopped !== undefined) counts.stopped = stopped;
}

function linesOf(bytes: AsyncIterable<Uint8Array>): AsyncIterable<string> {
  return namedLines(createInterface({ input: Readable.from(bytes), crlfDelay: Infinity }));
}

/** A record without a name gets one from its own text, so that a second run adds nothing. */
async function* namedLines(lines: AsyncIterable<string>): AsyncGenerator<string, void, undefined> {
  const nameOf = namesByText();
  let number = 0;
  for await (const line of lines) {
    number++;
    yield named(line, () => nameOf(number, line));
  }
}

/** The line as it is, so that the service judges it, with a name before its end. */
function named(line: string, nameOf: () => string): string {
  try {
    const record = JSON.parse(line) as unknown;
    if (typeof record !== 'object' || record === null || Array.isArray(record) || 'externalId' in record) return line;
    const end = line.lastIndexOf('}');
    const comma = Object.keys(record).length === 0 ? '' : ',';
    return `${line.slice(0, end)}${comma}"externalId":${JSON.stringify(nameOf())}}`;
  } catch {
    return line;
  }
}
