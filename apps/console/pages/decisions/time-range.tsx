import type { VNode } from 'preact';
import { Field } from '../../components/field.js';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Of the address: the days between which the memories happened. */
export function timeRangeOf(query: URLSearchParams): { readonly from?: string; readonly to?: string } {
  const [from = '', to = ''] = ['from', 'to'].map((name) => query.get(name) ?? '');
  return { ...(DAY.test(from) && { from }), ...(DAY.test(to) && { to }) };
}

/** Whether it ends before it begins. */
export function isReversed(query: URLSearchParams): boolean {
  const { from, to } = timeRangeOf(query);
  return from !== undefined && to !== undefined && from > to;
}

interface TimeRangeProps {
  readonly query: URLSearchParams;
  readonly onChange: (query: URLSearchParams) => void;
}

export function TimeRange({ query, onChange }: TimeRangeProps): VNode {
  const isWrong = isReversed(query);
  const input = (name: 'from' | 'to'): VNode => (
    <input
      type="date"
      id={`decision-${name}`}
      aria-label={`Happened ${name}`}
      aria-invalid={isWrong}
      aria-describedby={isWrong ? 'decision-from-error' : 'decision-from-hint'}
      value={query.get(name) ?? ''}
      onChange={({ currentTarget: { value } }) => {
        const changed = new URLSearchParams(query);
        if (value === '') changed.delete(name);
        else changed.set(name, value);
        onChange(changed);
      }}
    />
  );
  return (
    <div class="decision-time">
      <Field
        id="decision-from"
        label="Happened"
        hint="Whole days, in UTC"
        error={isWrong ? 'The first day is after the last one.' : undefined}
      >
        <div class="day-range">
          {input('from')}
          <span aria-hidden="true">–</span>
          {input('to')}
        </div>
      </Field>
    </div>
  );
}
