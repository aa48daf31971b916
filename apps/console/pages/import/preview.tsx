import { useSignal } from '@preact/signals';
import type { MemoryRecord, OnConflict } from '@mneme/client';
import type { NoteCount } from '@mneme/client/import';
import type { VNode } from 'preact';
import { Tags, TypeBadge } from '../../components/memory-facts.js';
import { Icon } from '../../components/icons.js';
import { LongText, Text } from '../../components/text.js';
import { Day, Time } from '../../components/time.js';
import { count, counted } from '../../text/formats.js';
import { FORMS, size } from './forms.js';
import type { FilePreview } from './import-messages.js';

const SHOWN_CHARACTERS = 200;

const CONFLICTS: readonly (readonly [OnConflict, string, string])[] = [
  ['skip', 'Leave the memory as it is', 'Importing a file again then adds only what is new.'],
  ['replace', 'Replace the memory', 'The record takes its place, with a new version in its history.'],
  ['fail', 'Report a failure', 'The record is listed as failed, and the memory stays as it is.'],
];

interface PreviewProps {
  readonly previews: readonly FilePreview[];
  readonly onSend: (onConflict: OnConflict) => void;
  readonly onBack: () => void;
}

/** What the files hold, before anything is stored. */
export function Preview({ previews, onSend, onBack }: PreviewProps): VNode {
  const onConflict = useSignal<OnConflict>('skip');
  const total = previews.reduce((sum, { records }) => sum + records, 0);
  return (
    <>
      {previews.map((preview, i) => (
        <FileCard preview={preview} isOnly={previews.length === 1} key={`${i} ${preview.name}`} />
      ))}
      {total > 0 && <Conflicts chosen={onConflict.value} onChoose={(value) => (onConflict.value = value)} />}
      <div class="actions">
        {total > 0 && (
          <button type="button" class="button primary" onClick={() => onSend(onConflict.value)}>
            {`Import ${counted(total, 'record', 'records')}`}
          </button>
        )}
        <button type="button" class="button" onClick={onBack}>
          Choose other files
        </button>
      </div>
    </>
  );
}

interface FileCardProps {
  readonly preview: FilePreview;
  /** Then its first records are shown at once. */
  readonly isOnly: boolean;
}

function FileCard({ preview, isOnly }: FileCardProps): VNode {
  const { name, bytes, form, records, error, from, to } = preview;
  const isEmpty = error === undefined && records === 0 && preview.skipped.length === 0;
  return (
    <section class="card import-file" aria-label={name}>
      <header>
        <h2>
          <Text text={name} />
        </h2>
        <p class="memory-row-facts">
          <span>{size(bytes)}</span>
          {form !== undefined && !isEmpty && <span class="badge">{FORMS[form]}</span>}
          {error === undefined && !isEmpty && <strong>{counted(records, 'record', 'records')}</strong>}
          {from !== undefined && to !== undefined && (
            <span>
              <Day iso={from} /> – <Day iso={to} />
            </span>
          )}
        </p>
      </header>
      {isEmpty && <p class="hint">The file is empty.</p>}
      {error !== undefined && (
        <div class="failure" role="alert">
          <Icon name="alert" />
          <p class="failure-message">
            This file is left out: <Text text={error} />. If it is in a format of the list, choose that format first,
            then the file again.
          </p>
        </div>
      )}
      <Notes title="Left out" notes={preview.skipped} />
      <Notes title="Changed" notes={preview.changed} />
      <First records={preview.first} total={records} isOpen={isOnly} />
    </section>
  );
}

function Notes({ title, notes }: { readonly title: string; readonly notes: readonly NoteCount[] }): VNode | null {
  if (notes.length === 0) return null;
  return (
    <div class="import-notes">
      <h3>{`${title}: ${count(notes.reduce((sum, note) => sum + note.count, 0))}`}</h3>
      <ul>
        {notes.map(({ reason, count: number, lines = [] }) => (
          <li key={reason}>
            {count(number)} × <Text text={reason} />
            {lines.length > 0 && ` (${linesText(lines, number)})`}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** "line 3", "lines 3, 7, 9, …". */
function linesText(lines: readonly number[], of: number): string {
  const some = lines.map(count).join(', ');
  return `${of === 1 ? 'line' : 'lines'} ${some}${lines.length < of ? ', …' : ''}`;
}

interface FirstProps {
  readonly records: readonly MemoryRecord[];
  readonly total: number;
  readonly isOpen: boolean;
}

function First({ records, total, isOpen }: FirstProps): VNode | null {
  if (records.length === 0) return null;
  return (
    <details class="chain-words" open={isOpen}>
      <summary>{total > records.length ? `The first ${records.length} records` : 'The records'}</summary>
      <ol class="import-records">
        {records.map(({ content, type, createdAt, externalId, tags = [] }) => (
          <li key={externalId}>
            <p class="import-text">
              <LongText text={content} length={SHOWN_CHARACTERS} />
            </p>
            <div class="memory-row-facts">
              <TypeBadge type={type} />
              {createdAt !== undefined && <Time iso={createdAt} />}
              {tags.length > 0 && <Tags tags={tags} />}
            </div>
          </li>
        ))}
      </ol>
    </details>
  );
}

interface ConflictsProps {
  readonly chosen: OnConflict;
  readonly onChoose: (onConflict: OnConflict) => void;
}

function Conflicts({ chosen, onChoose }: ConflictsProps): VNode {
  return (
    <fieldset class="import-conflicts">
      <legend>If a record is already stored</legend>
      {CONFLICTS.map(([value, label, hint]) => (
        <label class="import-conflict" key={value}>
          <input type="radio" name="conflict" checked={chosen === value} onChange={() => onChoose(value)} />
          <span>
            {label}
            <span class="hint">{` ${hint}`}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
