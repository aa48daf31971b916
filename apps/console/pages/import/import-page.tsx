import type { VNode } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { Page } from '../../components/page.js';
import { Failure } from '../../components/states.js';
import { useLeaveGuard } from '../../data/leave-guard.js';
import { FileChoice } from './file-choice.js';
import { size } from './forms.js';
import { ImportSession } from './import-session.js';
import { Preview } from './preview.js';
import { Ended, Sending } from './sending.js';

/** Brings the memories of another system in: choose, look, import. */
export function ImportPage(): VNode {
  const session = useMemo(() => new ImportSession(), []);
  useEffect(() => () => session.leave(), []);
  const isSending = session.state.value.phase === 'sending';
  useLeaveGuard(isSending ? 'Leave and stop the import? What has been stored stays.' : undefined);
  return (
    <Page title="Import">
      <Step session={session} />
    </Page>
  );
}

function Step({ session }: { readonly session: ImportSession }): VNode {
  const { value: state } = session.state;
  const again = (): void => session.reset();
  switch (state.phase) {
    case 'choosing':
      return (
        <>
          {state.error !== undefined && <Failure error={state.error} />}
          <FileChoice onChoose={(files, options) => void session.preview(files, options)} />
        </>
      );
    case 'reading':
      return <Reading bytes={state.bytes} total={state.total} onCancel={again} />;
    case 'previewed':
      return (
        <Preview previews={state.previews} onSend={(onConflict) => void session.send(onConflict)} onBack={again} />
      );
    case 'sending':
      return <Sending state={state} onCancel={() => session.cancel()} />;
    case 'ended':
      return <Ended state={state} onAgain={again} />;
  }
}

interface ReadingProps {
  readonly bytes: number;
  readonly total: number;
  readonly onCancel: () => void;
}

function Reading({ bytes, total, onCancel }: ReadingProps): VNode {
  return (
    <section class="card import-progress" aria-label="Reading">
      <p class="import-now" role="status">
        Reading the files…
      </p>
      <progress max={Math.max(1, total)} value={bytes} aria-label="Read" />
      <p class="hint">{`${size(bytes)} of ${size(total)}. Nothing is stored yet.`}</p>
      <div class="actions">
        <button type="button" class="button" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </section>
  );
}
