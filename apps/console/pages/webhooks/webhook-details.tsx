import type { Webhook } from '@mneme/client';
import type { VNode } from 'preact';
import { CopyButton } from '../../components/copy-button.js';
import { Fact, Facts } from '../../components/facts.js';
import { Tags } from '../../components/memory-facts.js';
import { LongText, Text } from '../../components/text.js';
import { Time } from '../../components/time.js';
import { WebhookStatusBadge } from './webhook-status.js';

interface WebhookDetailsProps {
  readonly webhook: Webhook;
  readonly isBusy: boolean;
  /** Switches it on or off. */
  readonly onToggle: () => void;
}

/** What a webhook is, and the switch that makes it active. */
export function WebhookDetails({ webhook, isBusy, onToggle }: WebhookDetailsProps): VNode {
  const { id, name, url, events, status, disabledReason, createdAt, lastDeliveryAt } = webhook;
  return (
    <section class="card" aria-label="The webhook">
      <div class="record-head">
        <h2 class="record-title">
          <LongText text={name} length={120} />
        </h2>
        <WebhookStatusBadge webhook={webhook} />
        <div class="actions record-actions">
          <button type="button" class="button" disabled={isBusy} onClick={onToggle}>
            {status === 'active' ? 'Deactivate' : 'Activate'}
          </button>
        </div>
      </div>
      {disabledReason !== null && (
        <p class="notice disabled-reason">
          <span>
            The service disabled this webhook: <Text text={disabledReason} />. Mend the endpoint, then activate it.
          </span>
        </p>
      )}
      <Facts layout="grid">
        <Fact label="URL" isWide>
          <code>
            <LongText text={url} length={300} />
          </code>
        </Fact>
        <Fact label="Events" isWide>
          <Tags tags={events} />
        </Fact>
        <Fact label="Created">
          <Time iso={createdAt} />
        </Fact>
        <Fact label="Last delivery">{lastDeliveryAt === null ? 'none yet' : <Time iso={lastDeliveryAt} />}</Fact>
        <Fact label="Id">
          <code>{id}</code>
          <CopyButton text={id} what="id" />
        </Fact>
      </Facts>
    </section>
  );
}
