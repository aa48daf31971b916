import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { Failure } from '../../components/states.js';
import { Beginning, Text } from '../../components/text.js';
import { pathOf } from '../../session/place.js';
import { may } from '../../session/session.js';
import { count, counted } from '../../text/formats.js';
import type { ImportFailure, ImportProgress, ImportState } from './import-session.js';

const FAILURES_A_PAGE = 20;
const SHOWN_CHARACTERS = 120;

interface SendingProps {
  readonly state: Extract<ImportState, { readonly phase: 'sending' }>;
  readonly onCancel: () => void;
}

/** An import under way. */
export function Sending({ state: { progress, isCanceling }, onCancel }: SendingProps): VNode {
  const { counts, total } = progress;
  const all = counted(total, 'record', 'records');
  const done =
    counts.read === 0 ? `Importing ${all}: sending the first batch…` : `Importing: ${count(counts.read)} of ${all}`;
  return (
    <section class="card import-progress" aria-label="Progress">
      <p class="import-now">{isCanceling ? 'Canceling: waiting for the batch under way…' : done}</p>
      <SentBar sent={counts.read} total={total} />
      <Counts progress={progress} />
      <p class="hint">Keep this page open. Leaving it stops the import; what has been stored stays.</p>
      <div class="actions">
        <button type="button" class="button" onClick={onCancel}>
          {isCanceling ? 'Stop waiting' : 'Cancel'}
        </button>
      </div>
      <Failures progress={progress} />
    </section>
  );
}

/** Until the first response, how far it is cannot be known: the bar moves. */
function SentBar({ sent, total }: { readonly sent: number; readonly total: number }): VNode {
  if (sent === 0) return <progress aria-label="Records sent" key="first" />;
  return <progress max={total} value={sent} aria-label="Records sent" key="known" />;
}

interface EndedProps {
  readonly state: Extract<ImportState, { readonly phase: 'ended' }>;
  readonly onAgain: () => void;
}

/** What became of an import. */
export function Ended({ state: { progress, wasCanceled, isCut, error }, onAgain }: EndedProps): VNode {
  const { counts, total, stoppedAt } = progress;
  const isWhole = !wasCanceled && error === undefined && stoppedAt === undefined;
  const title = isWhole ? 'Import finished' : wasCanceled ? 'Import canceled' : 'Import stopped';
  return (
    <section class="card import-progress" aria-label="Summary">
      <div role="status">
        <h2>{title}</h2>
      </div>
      {error !== undefined && <Failure error={error} />}
      {stoppedAt !== undefined && (
        <p class="notice">
          {`The service stopped at record ${count(stoppedAt)}: too many failed one after the other. Correct them and import the files again.`}
        </p>
      )}
      {!isWhole && (
        <p>
          {`${count(counts.read)} of ${counted(total, 'record', 'records')} ${counts.read === 1 ? 'was' : 'were'} processed. ${isCut ? 'The last batch may be stored as well. ' : ''}Import the same files again to add the rest: nothing is stored twice.`}
        </p>
      )}
      <Counts progress={progress} />
      <Failures progress={progress} />
      <div class="actions">
        {may('read:memories') && (
          <a class="button primary" href={pathOf('memories')}>
            See the memories
          </a>
        )}
        <button type="button" class="button" onClick={onAgain}>
          Import other files
        </button>
      </div>
    </section>
  );
}

function Counts({ progress: { counts } }: { readonly progress: ImportProgress }): VNode {
  const parts = [
    ['Stored', counts.created],
    ['Replaced', counts.replaced],
    ['Already there', counts.present],
    ['Failed', counts.failed],
  ] as const;
  return (
    <dl class="import-counts">
      {parts.map(([name, value]) => (
        <div key={name} class={name === 'Failed' && value > 0 ? 'is-bad' : ''}>
          <dt>{name}</dt>
          <dd class="number">{count(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Records that failed, page by page: a file can have thousands. */
function Failures({ progress: { failures, counts } }: { readonly progress: ImportProgress }): VNode | null {
  const page = useSignal(0);
  if (failures.length === 0) return null;
  const pages = Math.ceil(failures.length / FAILURES_A_PAGE);
  const start = page.value * FAILURES_A_PAGE;
  return (
    <section class="import-failures" aria-label="Failures">
      <h3>{`Failures: ${count(failures.length)}`}</h3>
      {failures.length < counts.failed && (
        <p class="hint">The service gives reasons for the first 100 failures of each request.</p>
      )}
      <ol start={start + 1}>
        {failures.slice(start, start + FAILURES_A_PAGE).map((failure) => (
          <FailedRecord key={`${failure.file} ${failure.record} ${failure.message}`} failure={failure} />
        ))}
      </ol>
      {pages > 1 && (
        <div class="actions">
          <button type="button" class="button" disabled={page.value === 0} onClick={() => page.value--}>
            Previous
          </button>
          <span class="hint">{`Page ${page.value + 1} of ${pages}`}</span>
          <button type="button" class="button" disabled={page.value >= pages - 1} onClick={() => page.value++}>
            Next
          </button>
        </div>
      )}
    </section>
  );
}

function FailedRecord({ failure: { record, file, text, message } }: { readonly failure: ImportFailure }): VNode {
  return (
    <li>
      <p>
        <strong>
          {`Record ${count(record)}`}
          {file !== undefined && (
            <>
              {' of '}
              <Text text={file} />
            </>
          )}
        </strong>{' '}
        <Text text={message} />
      </p>
      <p class="hint">
        <Beginning text={text} length={SHOWN_CHARACTERS} />
      </p>
    </li>
  );
}
