import { useSignal, type Signal } from '@preact/signals';
import type { ComponentChildren, VNode } from 'preact';
import { Question } from '../../components/question.js';
import { useAction } from '../../data/action.js';
import { draftOf, WebhookFields, type WebhookDraft } from './webhook-fields.js';

interface WebhookDialogProps {
  readonly title: string;
  readonly submit: string;
  readonly initial: Parameters<typeof draftOf>[0];
  readonly save: (draft: WebhookDraft) => Promise<void>;
  readonly onClose: () => void;
  /** Other fields. */
  readonly children?: ComponentChildren;
}

/** A form about a webhook. */
export function WebhookDialog(props: WebhookDialogProps): VNode {
  const { title, submit, initial, save, onClose, children } = props;
  const draft: Signal<WebhookDraft> = useSignal(draftOf(initial));
  const { run, isRunning, error } = useAction(() => save(draft.value));
  return (
    <Question
      title={title}
      onClose={onClose}
      confirm={submit}
      confirming="Saving…"
      isBusy={isRunning.value}
      error={error.value}
      form="webhook-form"
    >
      <form
        id="webhook-form"
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        <WebhookFields draft={draft} />
        {children}
      </form>
    </Question>
  );
}
