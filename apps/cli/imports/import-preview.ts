import type { ImportPreview, MemoryRecord } from '@mneme/client/import';
import type { ImportOptions } from '../arguments/import-options.js';
import { CommandFailed } from '../command-io.js';
import type { CommandCall, CommandResult } from '../command.js';
import { printable } from '../printable.js';
import { ImportFile } from './import-file.js';
import { notesText, recordsText } from './import-report.js';

const WIDTH = 100;

/**
 * Reads a whole file and stores nothing.
 * @throws CommandFailed once the preview is printed, if the file could not be read to its end
 */
export async function previewImport(
  { io, asJson }: CommandCall,
  name: string,
  options: ImportOptions,
): Promise<CommandResult> {
  const file = await ImportFile.open(io, name, options);
  try {
    const records = file.records();
    for (let read = 1; !io.signal.aborted && (await records.next()).done !== true; read++) file.showProgress(read);
  } finally {
    await file.close();
  }
  const { form, damage } = file;
  const preview = file.summary.preview();
  const json = { form, ...preview, ...(damage && { damaged: damage }), aborted: io.signal.aborted };
  const text = previewText(form, preview);
  if (damage === undefined && !io.signal.aborted) return { json, text };
  if (damage !== undefined) io.err.write(`Not read to its end: ${printable(damage)}.\n`);
  io.out.write(asJson ? `${JSON.stringify(json, null, 2)}\n` : `${text}\n`);
  throw new CommandFailed();
}

function previewText(form: string, preview: ImportPreview): string {
  const { records, types, users, sessions, from, to, first } = preview;
  const kinds = Object.entries(types).map(([type, count]) => `${type} ${count}`);
  return [
    `${recordsText(records)} of ${form}: ${kinds.join(', ') || 'none'}.`,
    `Users: ${users}. Sessions: ${sessions}.${from === undefined || to === undefined ? '' : ` From ${from} to ${to}.`}`,
    ...notesText(preview),
    ...first.map(recordText),
    'Nothing was stored.',
  ].join('\n');
}

function recordText({ content, type, createdAt, metadata, externalId }: MemoryRecord): string {
  const { userId, speaker } = metadata ?? {};
  const about = [createdAt?.slice(0, 10), type, userId, speaker].filter((each) => typeof each === 'string');
  const line = [...content.replaceAll(/\s+/g, ' ')];
  const beginning = line.length > WIDTH ? `${line.slice(0, WIDTH).join('')}…` : line.join('');
  return printable(`  ${about.join(' ')}: ${beginning}  (${externalId ?? ''})`);
}
