import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { Shown } from '../components/states.js';
import { useResource } from '../data/resource.js';
import { mneme } from '../session/session.js';
import { counted } from '../text/formats.js';
import { CallsChart } from './calls-chart.js';

const RANGES = [30, 90] as const;

/** The requests with a key, day by day. */
export function KeyCalls({ keyId }: { readonly keyId: string }): VNode {
  const days = useSignal<number>(RANGES[0]);
  const usage = useResource(`${keyId} ${days.value}`, (signal) =>
    mneme().apiKeys.usage.get(keyId, { days: days.value }, { signal }),
  );
  return (
    <div class="key-calls">
      <div class="segments" role="group" aria-label="Days">
        {RANGES.map((range) => (
          <button
            type="button"
            class="button"
            key={range}
            aria-pressed={days.value === range}
            onClick={() => (days.value = range)}
          >
            {range} days
          </button>
        ))}
      </div>
      <Shown of={usage} what="the requests">
        {({ daily, totals }) => (
          <>
            <p class="hint">
              {counted(totals.requests, 'request', 'requests')} with this key in {counted(daily.length, 'day', 'days')},{' '}
              {counted(totals.errors, 'error', 'errors')}
            </p>
            <CallsChart days={daily} />
          </>
        )}
      </Shown>
    </div>
  );
}
