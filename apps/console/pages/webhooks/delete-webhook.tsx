import type { Webhook } from '@mneme/client';
import type { VNode } from 'preact';
import { Question } from '../../components/question.js';
import { Beginning } from '../../components/text.js';
import { toast } from '../../components/toasts.js';
import { useAction } from '../../data/action.js';
import { mneme } from '../../session/session.js';

interface DeleteWebhookProps {
  readonly webhook: Webhook;
  readonly onDeleted: () => void;
  readonly onClose: () => void;
}

/** Asks, naming the webhook, and deletes it. */
export function DeleteWebhook({ webhook: { id, name, url }, onDeleted, onClose }: DeleteWebhookProps): VNode {
  const { run, isRunning, error } = useAction(async () => {
    await mneme().webhooks.delete(id);
    toast('The webhook was deleted.');
    onDeleted();
  });
  return (
    <Question
      title="Delete this webhook?"
      onClose={onClose}
      confirm="Delete webhook"
      confirming="Deleting…"
      isDangerous
      isBusy={isRunning.value}
      error={error.value}
      onConfirm={() => void run()}
    >
      <blockquote>
        <strong>
          <Beginning text={name} length={120} />
        </strong>
        <br />
        <code>
          <Beginning text={url} length={200} />
        </code>
      </blockquote>
      <p>Its pending deliveries are canceled, and its log is deleted. This cannot be undone.</p>
    </Question>
  );
}
