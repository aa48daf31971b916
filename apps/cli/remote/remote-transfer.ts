import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Writable } from 'node:stream';
import type { ImportResult, Mneme } from '@mneme/client';
import type { FilterOptions } from '../arguments/filter-options.js';
import type { CommandIo } from '../command-io.js';
import type { CommandResult } from '../command.js';
import { exportFile } from '../commands/export.command.js';
import { finishImport, namesByText, sizeOf, type ImportReport } from '../commands/import.command.js';
import { startProgress } from '../progress.js';

export interface RemoteImport {
  readonly onConflict: 'skip' | 'replace' | 'fail';
  readonly json?: true;
}

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
  io: CommandIo,
  file: string,
  { onConflict, json }: RemoteImport,
): Promise<CommandResult | undefined> {
  const path = resolve(io.cwd, file);
  const progress = startProgress(io, 'importing bytes', await sizeOf(path));
  const stream = createReadStream(path);
  const report = emptyReport();
  try {
    const lines = namedLines(createInterface({ input: stream, crlfDelay: Infinity }));
    for await (const batch of mneme.memories.import(lines, { onConflict })) {
      addTo(report, batch);
      progress.at(stream.bytesRead);
    }
  } catch (error) {
    if (!io.signal.aborted) throw error;
  } finally {
    progress.stop();
    stream.destroy();
  }
  return finishImport({ io }, { ...report, aborted: io.signal.aborted }, json ?? false);
}

type Report = { -readonly [K in keyof ImportReport]: ImportReport[K] };

function emptyReport(): Report {
  return { read: 0, created: 0, present: 0, replaced: 0, failed: 0, faults: [], aborted: false };
}

function addTo(report: Report, { errors, stopped, ...counts }: ImportResult): void {
  for (const name of ['read', 'created', 'present', 'replaced', 'failed'] as const) report[name] += counts[name];
  report.faults.push(...errors.map(({ line, message }) => ({ line, message })));
  if (stopped !== undefined) report.stopped = stopped;
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
