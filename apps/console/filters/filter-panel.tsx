import { useSignal } from '@preact/signals';
import type { ComponentChildren, VNode } from 'preact';
import { Icon } from '../components/icons.js';
import { Conditions } from './conditions.js';
import { FilterForm } from './filter-form.js';
import { conditionsOf, filterOf, withFilter, type Filter } from './memory-filter.js';

interface FilterPanelProps {
  readonly query: URLSearchParams;
  readonly onChange: (query: URLSearchParams) => void;
  /** What stands beside the button that shows the filters. */
  readonly children?: ComponentChildren;
}

/** The filters, closed until they are wanted; what they ask for is always seen. */
export function FilterPanel({ query, onChange, children }: FilterPanelProps): VNode {
  const filter = filterOf(query);
  const conditions = conditionsOf(filter).length;
  const change = (next: Filter): void => onChange(withFilter(query, next));
  const isOpen = useSignal(false);
  return (
    <>
      <div class="toolbar">
        <button
          type="button"
          class="button"
          aria-expanded={isOpen.value}
          aria-controls="filters"
          onClick={() => (isOpen.value = !isOpen.value)}
        >
          <Icon name="filter" />
          Filters
          {conditions > 0 && <span class="count">{conditions}</span>}
        </button>
        {conditions > 0 && (
          <button type="button" class="button" onClick={() => change(filterOf(new URLSearchParams()))}>
            Clear filters
          </button>
        )}
        {children}
      </div>
      <div id="filters" hidden={!isOpen.value}>
        {isOpen.value && <FilterForm filter={filter} onChange={change} />}
      </div>
      {!isOpen.value && <Conditions filter={filter} onChange={change} />}
    </>
  );
}
