import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { OneTimeSecret } from '../../components/one-time-secret.js';
import { Question } from '../../components/question.js';
import { Time } from '../../components/time.js';
import { useAction } from '../../data/action.js';
import { mneme } from '../../session/session.js';
import { newSigningSecret } from './signing-secret.js';

interface RotateSecretProps {
  readonly webhookId: string;
  readonly onClose: () => void;
}

/** Gives a webhook a new secret, made here, and shows it once. */
export function RotateSecret({ webhookId, onClose }: RotateSecretProps): VNode {
  const made = useSignal<{ readonly secret: string; readonly until: string } | undefined>(undefined);
  const { run, isRunning, error } = useAction(async () => {
    const secret = newSigningSecret();
    const { previousSecretUntil } = await mneme().webhooks.rotateSecret(webhookId, secret);
    made.value = { secret, until: previousSecretUntil };
  });
  if (made.value !== undefined) {
    return (
      <OneTimeSecret title="Secret rotated" what="signing secret" secret={made.value.secret} onClose={onClose}>
        <p>
          Until <Time iso={made.value.until} />, each request is signed with the previous secret as well.
        </p>
      </OneTimeSecret>
    );
  }
  return (
    <Question
      title="Rotate the signing secret?"
      onClose={onClose}
      confirm="Rotate secret"
      confirming="Rotating…"
      isBusy={isRunning.value}
      error={error.value}
      onConfirm={() => void run()}
    >
      <p>
        A new secret is made and shown once. For 24 hours, each request has two signatures, one with each secret, so
        that you can change the secret of your endpoint meanwhile.
      </p>
    </Question>
  );
}
