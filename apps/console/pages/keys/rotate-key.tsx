import type { ApiKey, RotatedApiKey } from '@mneme/client';
import { useSignal, type Signal } from '@preact/signals';
import type { VNode } from 'preact';
import { Field } from '../../components/field.js';
import { Question } from '../../components/question.js';
import { Beginning } from '../../components/text.js';
import { useAction } from '../../data/action.js';
import { isOwnKey, mneme } from '../../session/session.js';
import { dateTime } from '../../text/formats.js';
import { ExpiryField } from './expiry-field.js';

const DAY_S = 86_400;
/** By their seconds. */
const OVERLAPS = {
  0: 'Now',
  3_600: 'In 1 hour',
  [DAY_S]: 'In 1 day',
  [7 * DAY_S]: 'In 7 days',
  [30 * DAY_S]: 'In 30 days',
};

interface RotateKeyProps {
  readonly apiKey: ApiKey;
  readonly onRotated: (key: RotatedApiKey) => void;
  readonly onClose: () => void;
}

/** Replaces a key by a new one with the same name and scopes. Both work for as long as the reader chooses. */
export function RotateKey({
  apiKey: { id, name, keyPrefix, expiresAt: oldExpiry },
  onRotated,
  onClose,
}: RotateKeyProps): VNode {
  const overlap = useSignal(DAY_S);
  const expiresAt = useSignal<number | undefined>(undefined);
  const { run, isRunning, error } = useAction(async () => {
    const params = {
      overlapSeconds: overlap.value,
      ...(expiresAt.value !== undefined && { expiresAt: expiresAt.value }),
    };
    onRotated(await mneme().apiKeys.rotate(id, params));
  });
  return (
    <Question
      title="Rotate this key?"
      onClose={onClose}
      confirm="Rotate key"
      confirming="Rotating…"
      isBusy={isRunning.value}
      error={error.value}
      isReady={!Number.isNaN(expiresAt.value)}
      onConfirm={() => void run()}
    >
      <p>
        A new key with the same scopes replaces{' '}
        <strong>
          <Beginning text={name} length={80} />
        </strong>{' '}
        (<code>{keyPrefix}…</code>). Put it into your configuration while both work.
      </p>
      <div class="field-row">
        <OverlapField overlap={overlap} />
        <ExpiryField
          id="rotate-expiry"
          label="The new key expires"
          expiresAt={expiresAt}
          otherwise={oldExpiry === null ? 'Never' : `As the old key: ${dateTime(oldExpiry)}`}
        />
      </div>
      {isOwnKey(keyPrefix) && (
        <p class="notice">You are signed in with this key. Sign in with the new one before it stops.</p>
      )}
    </Question>
  );
}

function OverlapField({ overlap }: { readonly overlap: Signal<number> }): VNode {
  return (
    <Field id="rotate-overlap" label="The old key stops">
      <select
        id="rotate-overlap"
        value={overlap.value}
        onChange={({ currentTarget: { value } }) => (overlap.value = Number(value))}
      >
        {Object.entries(OVERLAPS).map(([value, label]) => (
          <option value={value} key={value}>
            {label}
          </option>
        ))}
      </select>
    </Field>
  );
}
