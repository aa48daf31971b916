import type { Webhook } from '@mneme/client';
import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useLocation } from 'preact-iso';
import { Fact, Facts } from '../../components/facts.js';
import { Icon } from '../../components/icons.js';
import { Tags } from '../../components/memory-facts.js';
import { OneTimeSecret } from '../../components/one-time-secret.js';
import { Page } from '../../components/page.js';
import { Empty, Shown } from '../../components/states.js';
import { Beginning } from '../../components/text.js';
import { Time } from '../../components/time.js';
import { useResource } from '../../data/resource.js';
import { pathOf } from '../../session/place.js';
import { mneme } from '../../session/session.js';
import { CreateWebhook } from './create-webhook.js';
import { WebhookStatusBadge } from './webhook-status.js';

/** More than a tenant can have, which are 20. */
const MAX_WEBHOOKS = 50;

/** The webhooks of the tenant, newest first. */
export function WebhooksPage(): VNode {
  const { route } = useLocation();
  const isCreating = useSignal(false);
  const created = useSignal<{ readonly webhook: Webhook; readonly secret: string } | undefined>(undefined);
  const webhooks = useResource('webhooks', async (signal) => {
    const page = await mneme().webhooks.list({ limit: MAX_WEBHOOKS }, { signal }).page();
    return page.webhooks;
  });
  const open = ({ id }: Webhook): void => route(pathOf(`webhooks/${id}`));
  const create = (
    <button type="button" class="button primary" onClick={() => (isCreating.value = true)}>
      <Icon name="add" />
      Create webhook
    </button>
  );
  return (
    <Page title="Webhooks" actions={create}>
      <p class="lead">A webhook receives the events of your tenant as signed HTTPS requests.</p>
      <Shown of={webhooks} what="webhooks">
        {(found) => <WebhookList webhooks={found} />}
      </Shown>
      {isCreating.value && (
        <CreateWebhook
          onClose={() => (isCreating.value = false)}
          onCreated={(webhook, secret) => {
            isCreating.value = false;
            if (secret === undefined) open(webhook);
            else created.value = { webhook, secret };
          }}
        />
      )}
      {created.value !== undefined && (
        <OneTimeSecret
          title="Webhook created"
          what="signing secret"
          secret={created.value.secret}
          onClose={() => {
            const webhook = created.value?.webhook;
            created.value = undefined;
            if (webhook !== undefined) open(webhook);
          }}
        >
          <p>Your endpoint needs it to verify that a request is from this service.</p>
        </OneTimeSecret>
      )}
    </Page>
  );
}

function WebhookList({ webhooks }: { readonly webhooks: readonly Webhook[] }): VNode {
  if (webhooks.length === 0) {
    return <Empty title="No webhooks yet">Create one to be notified when memories change.</Empty>;
  }
  return (
    <ul class="records" aria-label="Webhooks">
      {webhooks.map((webhook) => (
        <WebhookRow key={webhook.id} webhook={webhook} />
      ))}
    </ul>
  );
}

function WebhookRow({ webhook }: { readonly webhook: Webhook }): VNode {
  const { id, name, url, events, createdAt, lastDeliveryAt } = webhook;
  return (
    <li class="record">
      <div class="record-head">
        <h2 class="record-title">
          <a href={pathOf(`webhooks/${id}`)}>
            <Beginning text={name} length={80} />
          </a>
        </h2>
        <WebhookStatusBadge webhook={webhook} />
      </div>
      <div class="record-line">
        <code>
          <Beginning text={url} length={120} />
        </code>
      </div>
      <div class="record-line">
        <Tags tags={events} />
      </div>
      <Facts layout="line">
        <Fact label="Created">
          <Time iso={createdAt} />
        </Fact>
        <Fact label="Last delivery">{lastDeliveryAt === null ? 'none yet' : <Time iso={lastDeliveryAt} />}</Fact>
      </Facts>
    </li>
  );
}
