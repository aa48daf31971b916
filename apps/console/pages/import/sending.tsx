import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { Failure } from '../../components/states.js';
import { Beginning, Text } from '../../components/text.js';
import { pathOf } from '../../session/place.js';
import { may } from '../../session/session.js';
import { count, counted } from '../../text/formats.js';
import type { ImportProgress, ImportState } from './import-session.js';

const FAILURES_A_PAGE = 20;
const SHOWN_CHARACTERS = 120;

interface SendingProps {
  readonly progress: ImportProgress;
  readonly onCancel: () => void;
}

/** An import under way. */
export function Sending({ progress, onCancel }: SendingProps): VNode {
  const { counts, total } = progress;
  return (
    <section class="card import-progress" aria-label="Progress">
      <p class="import-now">{`Importing: ${count(counts.read)} of ${counted(total, 'record', 'records')}`}</p>
      <progress max={Math.max(1, total)} value={counts.read} aria-label="Records sent" />
      <Counts progress={progress} />
      <p class="hint">Keep this page open. Leaving it stops the import; what has been stored stays.</p>
      <div class="actions">
        <button type="button" class="button" onClick={onCancel}>
          Cancel
        </button>
      </div>
      <Failures progress={progress} />
    </section>
  );
}

interface EndedProps {
  readonly state: Extract<ImportState, { readonly phase: 'ended' }>;
  readonly onAgain: () => void;
}

/** What became of an import. */
export function Ended({ state: { progress, wasCancelled, error }, onAgain }: EndedProps): VNode {
  const { counts, total, stoppedAt } = progress;
  const isWhole = !wasCancelled && error === undefined && stoppedAt === undefined;
  const title = isWhole ? 'Import finished' : wasCancelled ? 'Import cancelled' : 'Import stopped';
  return (
    <section class="card import-progress" aria-label="Summary">
      <div role="status">
        <h2>{title}</h2>
      </div>
      {error !== undefined && <Failure error={error} />}
      {stoppedAt !== undefined && (
        <p class="notice">
          {`The service stopped at record ${count(stoppedAt)}: too many failed one after the other. Correct them and import the file again.`}
        </p>
      )}
      {!isWhole && (
        <p>
          {`The fate of ${count(counts.read)} of ${counted(total, 'record', 'records')} is known. The batch that was under way may be stored as well. Import the same files again to add the rest: nothing is stored twice.`}
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
        {failures.slice(start, start + FAILURES_A_PAGE).map(({ record, text, field, message }) => (
          <li key={`${record} ${field} ${message}`}>
            <p>
              <strong>{`Record ${count(record)}`}</strong>{' '}
              {field !== undefined && (
                <code>
                  <Text text={field} />
                </code>
              )}{' '}
              <Text text={message} />
            </p>
            <p class="hint">
              <Beginning text={text} length={SHOWN_CHARACTERS} />
            </p>
          </li>
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
