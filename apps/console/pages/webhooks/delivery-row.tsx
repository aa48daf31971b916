import type { Delivery, DeliveryStatus, Webhook } from '@mneme/client';
import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { StatusBadge, type Tone } from '../../components/status-badge.js';
import { Text } from '../../components/text.js';
import { Time } from '../../components/time.js';
import { counted } from '../../text/formats.js';
import { DeliveryDetails } from './delivery-details.js';
import { reasonBeside } from './reason.js';

const TONES: Readonly<Record<DeliveryStatus, Tone>> = {
  pending: 'waiting',
  delivered: 'good',
  failed: 'bad',
  canceled: 'off',
};

interface DeliveryRowProps {
  readonly delivery: Delivery;
  readonly webhook: Webhook;
}

/** A delivery in a line; opened, with its attempts and what was sent. */
export function DeliveryRow({ delivery: listed, webhook }: DeliveryRowProps): VNode {
  const isOpen = useSignal(false);
  // A redelivery changes it while it is shown.
  const delivery = useSignal(listed);
  const { event, status, attempts, statusCode, error, createdAt, nextAttemptAt } = delivery.value;
  const reason = reasonBeside(statusCode, error);
  return (
    <details class="delivery" onToggle={({ currentTarget: { open } }) => (isOpen.value = open)}>
      <summary>
        <StatusBadge tone={TONES[status]} text={status} />
        <code>
          <Text text={event} />
        </code>
        <span class="hint">{counted(attempts, 'attempt', 'attempts')}</span>
        {statusCode !== null && <span class="hint">status {statusCode}</span>}
        <Time iso={createdAt} />
        {reason !== null && (
          <span class="delivery-error">
            <Text text={reason} />
          </span>
        )}
        {nextAttemptAt !== null && (
          <span class="delivery-error">
            The next attempt is due at <Time iso={nextAttemptAt} />
          </span>
        )}
      </summary>
      {isOpen.value && <DeliveryDetails delivery={delivery} webhook={webhook} />}
    </details>
  );
}
