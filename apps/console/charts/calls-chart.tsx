import type { DailyCalls } from '@mneme/client';
import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Failure } from '../components/states.js';
import { count, counted, day } from '../text/formats.js';
import type { PlotColours } from './plot.js';

/** Requests by day as bars, and the same as a table. @param days oldest first */
export function CallsChart({ days }: { readonly days: readonly DailyCalls[] }): VNode {
  const place = useRef<HTMLDivElement>(null);
  const pointed = useSignal<number | undefined>(undefined);
  const failure = useSignal<unknown>(undefined);
  useEffect(() => {
    let remove: (() => void) | undefined;
    let isGone = false;
    // Twenty kilobytes that only the readers of a chart need.
    import('./plot.js').then(
      ({ drawCalls }) => {
        if (isGone || place.current === null) return;
        remove = drawCalls(place.current, days, coloursOf(place.current), (index) => (pointed.value = index));
      },
      (error: unknown) => (failure.value = error),
    );
    return () => {
      isGone = true;
      remove?.();
    };
  }, [days]);
  const shown = pointed.value === undefined ? undefined : days[pointed.value];
  return (
    <div class="chart">
      <div class="chart-head">
        <ul class="chart-legend" aria-hidden="true">
          <li class="is-requests">Requests</li>
          <li class="is-errors">Of these, errors</li>
        </ul>
        <p class="hint" aria-hidden="true">
          {shown === undefined ? 'Point at a day for its numbers' : lineOf(shown)}
        </p>
      </div>
      {failure.value !== undefined && <Failure error={failure.value} />}
      <div ref={place} class="chart-plot" role="img" aria-label={summaryOf(days)}>
        <i class="ink-requests" />
        <i class="ink-errors" />
        <i class="ink-labels" />
        <i class="ink-lines" />
      </div>
      <CallsTable days={days} />
    </div>
  );
}

function CallsTable({ days }: { readonly days: readonly DailyCalls[] }): VNode {
  return (
    <details class="quiet-details">
      <summary>As a table</summary>
      <div class="table-scroll" tabIndex={0} role="region" aria-label="Requests by day">
        <table class="table">
          <thead>
            <tr>
              <th scope="col">Day (UTC)</th>
              <th scope="col">Requests</th>
              <th scope="col">Errors</th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(({ date, requests, errors }) => (
              <tr key={date}>
                <th scope="row">
                  <time dateTime={date} title={date}>
                    {day(date)}
                  </time>
                </th>
                <td>{count(requests)}</td>
                <td>{count(errors)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

function lineOf({ date, requests, errors }: DailyCalls): string {
  return `${day(date)}: ${counted(requests, 'request', 'requests')}, ${counted(errors, 'error', 'errors')}`;
}

function summaryOf(days: readonly DailyCalls[]): string {
  const busiest = days.reduce<DailyCalls | undefined>(
    (most, each) => (most === undefined || each.requests > most.requests ? each : most),
    undefined,
  );
  const most = busiest === undefined ? '' : ` The busiest day: ${lineOf(busiest)}.`;
  return `Bars of the requests of ${counted(days.length, 'day', 'days')}.${most} The table below has every day.`;
}

/** A canvas knows no style sheet: hidden elements have the colours, also after a change between light and dark. */
function coloursOf(place: HTMLElement): PlotColours {
  const ink = (name: string) => (): string => {
    const element = place.querySelector(`.ink-${name}`);
    return element === null ? '' : getComputedStyle(element).color;
  };
  return { requests: ink('requests'), errors: ink('errors'), labels: ink('labels'), lines: ink('lines') };
}
