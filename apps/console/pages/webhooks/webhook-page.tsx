import type { Webhook } from '@mneme/client';
import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useLocation } from 'preact-iso';
import { Icon } from '../../components/icons.js';
import { Page } from '../../components/page.js';
import { Failure, Shown } from '../../components/states.js';
import { toast } from '../../components/toasts.js';
import { useAction } from '../../data/action.js';
import { useResource, type Resource } from '../../data/resource.js';
import { pathOf } from '../../session/place.js';
import { mneme } from '../../session/session.js';
import { Deliveries } from './deliveries.js';
import { DeleteWebhook } from './delete-webhook.js';
import { RotateSecret } from './rotate-secret.js';
import { TestOutcome } from './test-outcome.js';
import { WebhookDetails } from './webhook-details.js';
import { WebhookDialog } from './webhook-dialog.js';
import { bodyOf } from './webhook-fields.js';

/** One webhook: where it sends what, and what became of its deliveries. */
export function WebhookPage({ params: { id = '' } }: { readonly params: Readonly<Record<string, string>> }): VNode {
  const webhook = useResource(id, (signal) => mneme().webhooks.get(id, { signal }));
  const { data } = webhook.state.value;
  if (data !== undefined) return <ShownWebhook key={id} webhook={data} resource={webhook} />;
  return (
    <Page title="Webhook">
      <Shown of={webhook} what="the webhook">
        {() => null}
      </Shown>
    </Page>
  );
}

interface ShownWebhookProps {
  readonly webhook: Webhook;
  readonly resource: Resource<Webhook>;
}

function ShownWebhook({ webhook, resource }: ShownWebhookProps): VNode {
  const { id, status } = webhook;
  const { route } = useLocation();
  const task = useSignal<'edit' | 'delete' | 'secret' | undefined>(undefined);
  const turn = useSignal(0);
  const close = (): void => {
    task.value = undefined;
  };
  const toggle = useAction(async () => {
    const next = status === 'active' ? 'inactive' : 'active';
    resource.set(await mneme().webhooks.update(id, { status: next }));
    toast(next === 'active' ? 'The webhook is active.' : 'Nothing is sent to the webhook any more.');
  });
  const attempted = (): void => {
    turn.value++;
    resource.reload();
  };
  return (
    <Page title="Webhook" actions={<Buttons onTask={(next) => (task.value = next)} />}>
      <WebhookDetails webhook={webhook} isBusy={toggle.isRunning.value} onToggle={() => void toggle.run()} />
      {toggle.error.value !== undefined && <Failure error={toggle.error.value} />}
      <TestOutcome webhookId={id} onAttempt={attempted} />
      <Deliveries webhook={webhook} turn={turn.value} />
      {task.value === 'edit' && (
        <WebhookDialog
          title="Edit the webhook"
          submit="Save"
          initial={webhook}
          onClose={close}
          save={async (draft) => {
            resource.set(await mneme().webhooks.update(id, bodyOf(draft)));
            close();
            toast('Saved.');
          }}
        />
      )}
      {task.value === 'secret' && <RotateSecret webhookId={id} onClose={close} />}
      {task.value === 'delete' && (
        <DeleteWebhook webhook={webhook} onDeleted={() => route(pathOf('webhooks'), true)} onClose={close} />
      )}
    </Page>
  );
}

function Buttons({ onTask }: { readonly onTask: (task: 'edit' | 'delete' | 'secret') => void }): VNode {
  return (
    <>
      <button type="button" class="button" onClick={() => onTask('edit')}>
        <Icon name="edit" />
        Edit
      </button>
      <button type="button" class="button" onClick={() => onTask('secret')}>
        <Icon name="key" />
        Rotate secret
      </button>
      <button type="button" class="button danger" onClick={() => onTask('delete')}>
        <Icon name="trash" />
        Delete
      </button>
    </>
  );
}
