import type { UsageMetrics } from '@mneme/client';
import type { VNode } from 'preact';
import { Icon } from '../../components/icons.js';
import { Page, Section } from '../../components/page.js';
import { Shown } from '../../components/states.js';
import { Text } from '../../components/text.js';
import { Time } from '../../components/time.js';
import { useResource } from '../../data/resource.js';
import { may, mneme } from '../../session/session.js';
import { bytes, count, counted } from '../../text/formats.js';
import { CallsByKey } from './calls-by-key.js';
import { Quota } from './quota.js';

/** Of the plan `local`. */
const BOUNDLESS_COUNT = 10 ** 12;
const BOUNDLESS_BYTES = Number.MAX_SAFE_INTEGER;

/** What the tenant uses of its plan, and its requests day by day. */
export function UsagePage(): VNode {
  const usage = useResource('usage', (signal) => mneme().usage.get({ signal }));
  const { isLoading } = usage.state.value;
  const refresh = (
    <button type="button" class="button" disabled={isLoading} onClick={usage.reload}>
      <Icon name="refresh" />
      Refresh
    </button>
  );
  return (
    <Page title="Usage" actions={refresh}>
      <Shown of={usage} what="the usage">
        {(metrics) => <Quotas metrics={metrics} />}
      </Shown>
      <Section title="Requests by day">
        {may('manage:keys') ? (
          <CallsByKey />
        ) : (
          <p class="hint">
            The service counts them for each key. To see them, sign in with a key that has <code>manage:keys</code>.
          </p>
        )}
      </Section>
      <AtTheLimit />
    </Page>
  );
}

function Quotas({ metrics: { apiCalls, memories, storage } }: { readonly metrics: UsageMetrics }): VNode {
  return (
    <ul class="quotas" aria-label="Usage of the plan">
      <Quota
        title="Calls this month"
        used={apiCalls.thisMonth}
        limit={apiCalls.limit}
        boundless={BOUNDLESS_COUNT}
        format={count}
        note={
          <>
            {counted(apiCalls.today, 'call', 'calls')} today. The count starts again on <Time iso={nextMonth()} />.
          </>
        }
      />
      <Quota
        title="Memories"
        used={memories.count}
        limit={memories.limit}
        boundless={BOUNDLESS_COUNT}
        format={count}
        note="Earlier versions of a memory do not count."
      />
      <Quota
        title="Storage"
        used={storage.used}
        limit={storage.limit}
        boundless={BOUNDLESS_BYTES}
        format={bytes}
        note="Text, tags and metadata. Earlier versions do not count."
      />
    </ul>
  );
}

function AtTheLimit(): VNode {
  return (
    <Section title="At the limit">
      <ul class="plain-list">
        <li>
          <strong>Calls.</strong> Requests are refused with 402 <code>INSUFFICIENT_QUOTA</code> until the next month
          begins (UTC). You can still revoke keys and read usage.
        </li>
        <li>
          <strong>Memories and storage.</strong> A memory that does not fit is refused with 402. Nothing that is stored
          is lost, and deleting memories makes room at once.
        </li>
        <li>
          <strong>Requests a minute.</strong> More than the plan allows are refused with 429{' '}
          <code>RATE_LIMIT_EXCEEDED</code>, which says when to try again.
        </li>
        <li>
          The operator of the service can give the tenant a larger plan:{' '}
          <code>
            mneme tenants set-plan <Text text={mneme().tenantId} /> pro
          </code>
        </li>
      </ul>
    </Section>
  );
}

function nextMonth(): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString();
}
