import { useSignal, type Signal } from '@preact/signals';
import type { VNode } from 'preact';
import { Field } from '../../components/field.js';

const DAY_MS = 86_400_000;
const CUSTOM = 'custom';
const PERIODS = { '7': '7 days', '30': '30 days', '90': '90 days', '365': '1 year', [CUSTOM]: 'On a date …' } as const;

interface ExpiryFieldProps {
  readonly id: string;
  readonly label: string;
  /** When the key expires, as the API takes it; undefined: as `otherwise` says. NaN: the date is missing, or past. */
  readonly expiresAt: Signal<number | undefined>;
  readonly otherwise: string;
}

/** When a key expires. */
export function ExpiryField({ id, label, expiresAt, otherwise }: ExpiryFieldProps): VNode {
  const period = useSignal('');
  const isWrong = Number.isNaN(expiresAt.value);
  const choose = (value: string): void => {
    period.value = value;
    if (value === '') expiresAt.value = undefined;
    else expiresAt.value = value === CUSTOM ? NaN : Date.now() + Number(value) * DAY_MS;
  };
  return (
    <>
      <Field id={id} label={label}>
        <select id={id} value={period.value} onChange={({ currentTarget }) => choose(currentTarget.value)}>
          <option value="">{otherwise}</option>
          {Object.entries(PERIODS).map(([value, label]) => (
            <option value={value} key={value}>
              {label}
            </option>
          ))}
        </select>
      </Field>
      {period.value === CUSTOM && (
        <Field id={`${id}-date`} label="Date" error={isWrong ? 'Choose a time in the future' : undefined}>
          <input
            id={`${id}-date`}
            type="datetime-local"
            required
            ref={(input) => input?.setCustomValidity(isWrong ? 'Choose a time in the future.' : '')}
            aria-invalid={isWrong}
            aria-describedby={isWrong ? `${id}-date-error` : undefined}
            onChange={({ currentTarget: { value } }) => {
              const time = new Date(value).getTime();
              expiresAt.value = time > Date.now() ? time : NaN;
            }}
          />
        </Field>
      )}
    </>
  );
}
