import type { Webhook } from '@mneme/client';
import type { VNode } from 'preact';
import { StatusBadge } from '../../components/status-badge.js';
import { counted } from '../../text/formats.js';

/** Whether events are sent to a webhook, and whether they arrive. */
export function WebhookStatusBadge({ webhook }: { readonly webhook: Webhook }): VNode {
  const { status, disabledReason, consecutiveFailures } = webhook;
  if (status === 'inactive') {
    return disabledReason === null ? (
      <StatusBadge tone="off" text="inactive" />
    ) : (
      <StatusBadge tone="bad" text="disabled" />
    );
  }
  if (consecutiveFailures === 0) return <StatusBadge tone="good" text="active" />;
  return <StatusBadge tone="waiting" text={`failing: ${counted(consecutiveFailures, 'attempt', 'attempts')}`} />;
}
