import type { WebhookTest } from '@mneme/client';
import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { Icon } from '../../components/icons.js';
import { Failure } from '../../components/states.js';
import { StatusBadge } from '../../components/status-badge.js';
import { Text } from '../../components/text.js';
import { useAction } from '../../data/action.js';
import { mneme } from '../../session/session.js';
import { count } from '../../text/formats.js';
import { reasonBeside } from './reason.js';

interface TestOutcomeProps {
  readonly webhookId: string;
  readonly onAttempt: () => void;
}

/** Sends a test event, and says what came of it. */
export function TestOutcome({ webhookId, onAttempt }: TestOutcomeProps): VNode {
  const outcome = useSignal<WebhookTest | undefined>(undefined);
  const { run, isRunning, error } = useAction(async () => {
    outcome.value = undefined;
    outcome.value = await mneme().webhooks.test(webhookId);
    onAttempt();
  });
  return (
    <>
      <div class="outcome">
        <button type="button" class="button" disabled={isRunning.value} onClick={() => void run()}>
          <Icon name="send" />
          {isRunning.value ? 'Sending…' : 'Send test event'}
        </button>
        <div class="record-line" role="status">
          {outcome.value === undefined ? (
            <span class="hint">
              Sends <code>webhook.test</code> once, signed like every event. Failures are not counted.
            </span>
          ) : (
            <Outcome test={outcome.value} />
          )}
        </div>
      </div>
      {error.value !== undefined && <Failure error={error.value} />}
    </>
  );
}

function Outcome({ test: { delivered, statusCode, latencyMs, error } }: { readonly test: WebhookTest }): VNode {
  const reason = reasonBeside(statusCode, error);
  return (
    <>
      <StatusBadge tone={delivered ? 'good' : 'bad'} text={delivered ? 'delivered' : 'not delivered'} />
      <span>{statusCode === null ? 'No response' : `The endpoint responded with ${statusCode}`}</span>
      <span class="hint number">in {count(latencyMs)} ms</span>
      {reason !== null && <Text text={reason} />}
    </>
  );
}
