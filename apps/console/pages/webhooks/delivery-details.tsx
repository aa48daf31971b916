import type { Delivery, DeliveryAttempt, DeliveryDetail, Webhook } from '@mneme/client';
import type { Signal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { CopyButton } from '../../components/copy-button.js';
import { Icon } from '../../components/icons.js';
import { Failure, Shown } from '../../components/states.js';
import { LongText } from '../../components/text.js';
import { Time } from '../../components/time.js';
import { useAction } from '../../data/action.js';
import { useResource } from '../../data/resource.js';
import { mneme } from '../../session/session.js';
import { count } from '../../text/formats.js';
import { attempted } from './attempted.js';
import { reasonBeside } from './reason.js';

/** Of a body, or of what the endpoint said. */
const SHOWN_CHARACTERS = 2_000;
const TEST = 'webhook.test';

interface DeliveryDetailsProps {
  readonly delivery: Signal<Delivery>;
  readonly webhook: Webhook;
}

/** The attempts of a delivery, what each sends, and a button for one more. */
export function DeliveryDetails({ delivery, webhook }: DeliveryDetailsProps): VNode {
  const { id, event, attempts } = delivery.value;
  const details = useResource(`${id} ${attempts}`, (signal) =>
    mneme().webhooks.deliveries.get(webhook.id, id, { signal }),
  );
  const leaving = useRef(new AbortController());
  useEffect(() => () => leaving.current.abort(), []);
  const redelivery = useAction(async () => {
    const before = delivery.value.attempts;
    delivery.value = await mneme().webhooks.deliveries.redeliver(webhook.id, id);
    delivery.value = await attempted(webhook.id, id, before, leaving.current.signal);
  });
  const isOffered = event !== TEST && webhook.status === 'active';
  return (
    <div class="delivery-body">
      <div class="record-line">
        <span class="hint">
          Delivery <code>{id}</code>
        </span>
        <CopyButton text={id} what="id" />
        {isOffered && (
          <div class="actions record-actions">
            <button
              type="button"
              class="button"
              disabled={redelivery.isRunning.value}
              onClick={() => void redelivery.run()}
            >
              <Icon name="send" />
              {redelivery.isRunning.value ? 'Delivering…' : 'Redeliver'}
            </button>
          </div>
        )}
      </div>
      {!isOffered && (
        <p class="hint">
          {event === TEST
            ? 'A test is sent once. To repeat it, send another one.'
            : 'To redeliver it, activate the webhook first.'}
        </p>
      )}
      {redelivery.error.value !== undefined && <Failure error={redelivery.error.value} />}
      <Shown of={details} what="the delivery">
        {(detail) => <Attempts detail={detail} />}
      </Shown>
    </div>
  );
}

function Attempts({ detail: { attemptLog, request } }: { readonly detail: DeliveryDetail }): VNode {
  return (
    <>
      {attemptLog.length > 0 && (
        <div class="table-scroll" tabIndex={0} role="region" aria-label="Attempts">
          <table class="table attempts">
            <thead>
              <tr>
                <th scope="col">Attempt</th>
                <th scope="col">Time</th>
                <th scope="col">Status</th>
                <th scope="col">Duration</th>
                <th scope="col">Error and response</th>
              </tr>
            </thead>
            <tbody>
              {attemptLog.map((attempt) => (
                <Attempt key={attempt.number} attempt={attempt} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <details class="quiet-details">
        <summary>Payload</summary>
        {request.body === null ? (
          <p class="hint">The event is no longer kept.</p>
        ) : (
          <pre class="json" tabIndex={0}>
            <LongText text={request.body} length={SHOWN_CHARACTERS} />
          </pre>
        )}
      </details>
    </>
  );
}

function Attempt({ attempt }: { readonly attempt: DeliveryAttempt }): VNode {
  const { number, attemptedAt, statusCode, latencyMs, error, response } = attempt;
  const reason = reasonBeside(statusCode, error);
  return (
    <tr>
      <th scope="row">{number}</th>
      <td>
        <Time iso={attemptedAt} />
      </td>
      <td>{statusCode ?? 'none'}</td>
      <td>{count(latencyMs)} ms</td>
      <td>
        {reason !== null && (
          <p>
            <LongText text={reason} length={200} />
          </p>
        )}
        {response !== null && response !== '' && (
          <code>
            <LongText text={response} length={200} />
          </code>
        )}
      </td>
    </tr>
  );
}
