import type { VNode } from 'preact';
import { Text } from './text.js';

interface CheckListProps<Value extends string> {
  readonly legend: string;
  /** Each value with what it means; empty: nothing more is known about it. */
  readonly options: ReadonlyMap<Value, string>;
  readonly chosen: ReadonlySet<Value>;
  readonly onChange: (chosen: ReadonlySet<Value>) => void;
}

/** At least one of several values, each with a line about it. */
export function CheckList<Value extends string>(props: CheckListProps<Value>): VNode {
  const { legend, options, chosen, onChange } = props;
  const toggle = (value: Value): void => {
    const next = new Set(chosen);
    if (!next.delete(value)) next.add(value);
    onChange(next);
  };
  return (
    <fieldset class="check-list">
      <legend>{legend}</legend>
      {[...options].map(([value, meaning], i) => (
        <label key={value}>
          <input
            ref={(input) => input?.setCustomValidity(i === 0 && chosen.size === 0 ? 'Choose at least one.' : '')}
            type="checkbox"
            checked={chosen.has(value)}
            onChange={() => toggle(value)}
          />
          <span>
            <code>
              <Text text={value} />
            </code>
            {meaning !== '' && <span class="hint">{meaning}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
