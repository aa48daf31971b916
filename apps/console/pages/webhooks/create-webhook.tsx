import type { Webhook } from '@mneme/client';
import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { Field } from '../../components/field.js';
import { mneme } from '../../session/session.js';
import { newSigningSecret } from './signing-secret.js';
import { WebhookDialog } from './webhook-dialog.js';
import { bodyOf } from './webhook-fields.js';

const MIN_SECRET = 8;
const MAX_SECRET = 256;

interface CreateWebhookProps {
  /** @param secret that was made here; undefined: the reader has it already */
  readonly onCreated: (webhook: Webhook, secret: string | undefined) => void;
  readonly onClose: () => void;
}

/** Registers a webhook. Without a secret of the reader's, it makes one. */
export function CreateWebhook({ onCreated, onClose }: CreateWebhookProps): VNode {
  const own = useSignal('');
  return (
    <WebhookDialog
      title="Create a webhook"
      submit="Create webhook"
      initial={undefined}
      onClose={onClose}
      save={async (draft) => {
        const made = own.value === '' ? newSigningSecret() : undefined;
        const webhook = await mneme().webhooks.create({ ...bodyOf(draft), secret: made ?? own.value });
        onCreated(webhook, made);
      }}
    >
      <Field
        id="webhook-secret"
        label="Signing secret (optional)"
        hint={`Empty: one is made and shown once. Otherwise ${MIN_SECRET} to ${MAX_SECRET} characters.`}
      >
        <input
          id="webhook-secret"
          type="password"
          minLength={MIN_SECRET}
          maxLength={MAX_SECRET}
          autocomplete="new-password"
          spellcheck={false}
          aria-describedby="webhook-secret-hint"
          value={own.value}
          onInput={({ currentTarget: { value } }) => (own.value = value)}
        />
      </Field>
    </WebhookDialog>
  );
}
