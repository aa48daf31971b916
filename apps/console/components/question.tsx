import type { ComponentChildren, VNode } from 'preact';
import { Dialog } from './dialog.js';
import { Failure } from './states.js';

interface QuestionProps {
  readonly title: string;
  /** On the button, before and while it is done. */
  readonly confirm: string;
  readonly confirming: string;
  readonly isDangerous?: boolean;
  readonly isBusy: boolean;
  readonly isReady?: boolean;
  /** Why it failed. */
  readonly error: unknown;
  /** Id of the form in it, which the button submits; left out: there is none. */
  readonly form?: string;
  readonly onConfirm?: () => void;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** A dialog that does something, or cancels. */
export function Question(props: QuestionProps): VNode {
  const { title, confirm, confirming, isDangerous = false, isBusy, isReady = true, error, form } = props;
  return (
    <Dialog
      title={title}
      onClose={props.onClose}
      actions={
        <>
          <button type="button" class="button" disabled={isBusy} onClick={props.onClose}>
            Cancel
          </button>
          <button
            type={form === undefined ? 'button' : 'submit'}
            form={form}
            class={`button ${isDangerous ? 'danger-fill' : 'primary'}`}
            disabled={isBusy || !isReady}
            onClick={props.onConfirm}
          >
            {isBusy ? confirming : confirm}
          </button>
        </>
      }
    >
      {props.children}
      {error !== undefined && <Failure error={error} />}
    </Dialog>
  );
}
