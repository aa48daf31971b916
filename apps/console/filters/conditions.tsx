import type { VNode } from 'preact';
import { Icon } from '../components/icons.js';
import { Text } from '../components/text.js';
import { visible } from '../text/visible.js';
import { conditionsOf, type Filter } from './memory-filter.js';

interface ConditionsProps {
  readonly filter: Filter;
  /** Given the filter without a condition; undefined: none can be taken away. */
  readonly onChange?: (filter: Filter) => void;
}

/** What a filter asks for, in words. */
export function Conditions({ filter, onChange }: ConditionsProps): VNode | null {
  const conditions = conditionsOf(filter);
  if (conditions.length === 0) return null;
  return (
    <ul class="tags" aria-label="Conditions">
      {conditions.map(({ name, values, others }) => {
        const words = `${name}: ${values.join(' or ')}`;
        return (
          <li class="tag" key={words}>
            <span>
              {`${name}: `}
              <Text text={values.join(' or ')} />
            </span>
            {onChange !== undefined && (
              <button type="button" aria-label={`Remove ${visible(words)}`} onClick={() => onChange(others)}>
                <Icon name="close" />
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
