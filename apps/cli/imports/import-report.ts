import type { ImportForm, NoteCount } from '@mneme/client/import';
import type { ImportCounts, StoppedImport } from '@mneme/memories';
import { CommandFailed } from '../command-io.js';
import type { CommandCall, CommandResult } from '../command.js';
import { printable } from '../printable.js';
import type { ImportFile } from './import-file.js';

/** What became of a file. */
export interface ImportReport extends ImportCounts {
  readonly form: ImportForm;
  /** What `line` counts: the lines of the file, or the records that it holds. */
  readonly unit: 'line' | 'record';
  readonly faults: { readonly line: number; readonly message: string }[];
  /** What of the file is no record, or less than it was. */
  readonly skipped: readonly NoteCount[];
  readonly changed: readonly NoteCount[];
  /** Why the file could not be read to its end. */
  readonly damaged?: string;
  readonly aborted: boolean;
}

/** Faults printed one by one; with --json all of them are in the document. */
const FAULTS_SHOWN = 20;

/** The report on a file that was read, or as much of it as could be. */
export function reportOf(
  { form, damage, summary, ndjson }: ImportFile,
  { aborted, ...counts }: ImportCounts & Pick<ImportReport, 'faults' | 'aborted'>,
): ImportReport {
  const damaged = damage === undefined ? {} : { damaged: damage };
  return {
    form,
    ...counts,
    ...summary.noteCounts(),
    ...damaged,
    aborted,
    unit: ndjson === undefined ? 'record' : 'line',
  };
}

/** @throws CommandFailed once the report is printed, if something could not be stored */
export function finishImport({ io, asJson }: CommandCall, report: ImportReport): CommandResult {
  const { read, created, present, replaced, failed, faults, aborted, damaged } = report;
  const known = `${replaced === 0 ? '' : `${replaced} replaced, `}${present} already there`;
  const counts = `${recordsText(read)} read: ${created} stored, ${known}, ${failed} refused.`;
  const text = [counts, ...notesText(report)].join('\n');
  if (faults.length === 0 && !aborted && damaged === undefined) return { json: report, text };
  io.err.write(problems(report, asJson ? 0 : FAULTS_SHOWN).join(''));
  io.out.write(asJson ? `${JSON.stringify(report, null, 2)}\n` : `${text}\n`);
  throw new CommandFailed();
}

function problems({ faults, unit, stopped, damaged, aborted }: ImportReport, shown: number): string[] {
  return [
    ...faults.slice(0, shown).map(({ line, message }) => `${unit} ${line}: ${printable(message)}\n`),
    ...(shown > 0 && faults.length > shown ? [`… and ${faults.length - shown} more\n`] : []),
    ...(stopped === undefined ? [] : [`${stoppedMessage(stopped, unit)}\n`]),
    ...(damaged === undefined ? [] : [`Not read to its end: ${printable(damaged)}. What was read before is stored.\n`]),
    ...(aborted ? ['Interrupted. Run the same command again: it goes on where it was.\n'] : []),
  ];
}

export function recordsText(count: number): string {
  return count === 1 ? '1 record' : `${count} records`;
}

/** How many records the service is done with. */
export function doneWith({ created, present, replaced, failed }: ImportCounts): number {
  return created + present + replaced + failed;
}

/** What was left out, and why: a line each. */
export function notesText({ skipped, changed }: Pick<ImportReport, 'skipped' | 'changed'>): string[] {
  return [...noteLine('Left out', skipped), ...noteLine('Changed', changed)];
}

function noteLine(what: string, notes: readonly NoteCount[]): string[] {
  if (notes.length === 0) return [];
  const total = notes.reduce((sum, { count }) => sum + count, 0);
  return [printable(`${what}: ${total} (${notes.map(({ reason, count }) => `${reason}: ${count}`).join('; ')}).`)];
}

function stoppedMessage({ lastLine, resumeFrom }: StoppedImport, unit: ImportReport['unit']): string {
  const why = `Stopped at ${unit} ${lastLine}: every record from ${unit} ${resumeFrom} on was refused.`;
  return `${why} Put them right and run the same command again: what is stored already is not stored twice.`;
}
