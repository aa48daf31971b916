import { useSignal } from '@preact/signals';
import type { Pattern } from '@mneme/client';
import type { VNode } from 'preact';
import { Dialog } from '../../components/dialog.js';
import { Field } from '../../components/field.js';
import { Failure } from '../../components/states.js';
import { Text } from '../../components/text.js';
import { useAction } from '../../data/action.js';
import { mneme } from '../../session/session.js';

const MAX_REASON = 500;

interface DismissDialogProps {
  readonly pattern: Pattern;
  readonly onDismissed: () => void;
  readonly onClose: () => void;
}

/** Asks before a pattern is left out, for everyone, and takes a reason for those who wonder later. */
export function DismissDialog({ pattern, onDismissed, onClose }: DismissDialogProps): VNode {
  const reason = useSignal('');
  const { run, isRunning, error } = useAction(async () => {
    const text = reason.value.trim();
    await mneme().patterns.dismiss(pattern.id, text === '' ? {} : { reason: text });
    onDismissed();
  });
  const actions = (
    <>
      <button type="button" class="button" onClick={onClose}>
        Cancel
      </button>
      <button type="button" class="button primary" disabled={isRunning.value} onClick={() => void run()}>
        Dismiss
      </button>
    </>
  );
  return (
    <Dialog title="Dismiss this pattern?" onClose={onClose} actions={actions}>
      <blockquote>
        <Text text={pattern.sentence} />
      </blockquote>
      <p>It will no longer be shown to anyone who uses this tenant. You can undo this.</p>
      <Field id="dismiss-reason" label="Reason (optional)">
        <input
          id="dismiss-reason"
          type="text"
          maxLength={MAX_REASON}
          value={reason.value}
          onInput={({ currentTarget: { value } }) => (reason.value = value)}
        />
      </Field>
      {error.value !== undefined && <Failure error={error.value} />}
    </Dialog>
  );
}
