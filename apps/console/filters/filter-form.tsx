import type { TagPage } from '@mneme/client';
import type { VNode } from 'preact';
import { useSignal } from '@preact/signals';
import { Field } from '../components/field.js';
import { TagInput } from '../components/tag-input.js';
import { useResource } from '../data/resource.js';
import { mneme } from '../session/session.js';
import type { Filter } from './memory-filter.js';
import { isMemoryType, MEANINGS } from './memory-types.js';
import { MetadataField } from './metadata-field.js';

interface FilterFormProps {
  readonly filter: Filter;
  readonly onChange: (filter: Filter) => void;
}

/** The filters that lists and searches share. Each change applies at once. */
export function FilterForm({ filter, onChange }: FilterFormProps): VNode {
  const change = (part: Partial<Filter>): void => onChange({ ...filter, ...part });
  return (
    <div class="filter-form" role="group" aria-label="Filters">
      <Field id="filter-type" label="Type" hint={filter.type && MEANINGS[filter.type]}>
        <select
          id="filter-type"
          value={filter.type ?? ''}
          onChange={({ currentTarget: { value } }) => change({ type: isMemoryType(value) ? value : undefined })}
        >
          <option value="">Any type</option>
          {Object.entries(MEANINGS).map(([type, meaning]) => (
            <option value={type} title={meaning} key={type}>
              {type}
            </option>
          ))}
        </select>
      </Field>
      <TagsFilter filter={filter} change={change} />
      <MetadataField
        id="filter-metadata"
        hint="At the top level, such as userId=anna"
        conditions={filter.metadata}
        onChange={(metadata) => change({ metadata })}
      />
      <Days label="Created" from="createdFrom" to="createdTo" filter={filter} change={change} />
      <Days label="Happened" from="occurredFrom" to="occurredTo" filter={filter} change={change} />
    </div>
  );
}

interface PartProps {
  readonly filter: Filter;
  readonly change: (part: Partial<Filter>) => void;
}

function TagsFilter({ filter, change }: PartProps): VNode {
  const prefix = useSignal('');
  const suggestions = useTags(prefix.value);
  return (
    <Field id="filter-tags" label="Tags">
      <TagInput
        id="filter-tags"
        tags={filter.tags}
        suggestions={suggestions}
        onType={(text) => (prefix.value = text)}
        onChange={(tags) => change({ tags })}
      />
      {filter.tags.length > 1 && (
        <label class="inline-check">
          <input
            type="checkbox"
            checked={filter.tagsMode === 'any'}
            onChange={({ currentTarget: { checked } }) => change({ tagsMode: checked ? 'any' : 'all' })}
          />
          Any of them is enough
        </label>
      )}
    </Field>
  );
}

const SUGGESTED = 100;

/** The first tags, which the browser narrows down; only where there are more, the service is asked for those with the prefix. */
function useTags(prefix: string): readonly string[] {
  const read = async (signal: AbortSignal, params: { readonly prefix?: string }): Promise<TagPage> =>
    mneme()
      .tags.list({ limit: SUGGESTED, ...params }, { signal })
      .page();
  const first = useResource('', (signal) => read(signal, {})).state.value.data;
  const isNarrowed = typeof first?.nextCursor === 'string' && prefix !== '';
  const narrowed = useResource(isNarrowed ? prefix : undefined, (signal) => read(signal, { prefix })).state.value.data;
  return ((isNarrowed ? narrowed : first)?.tags ?? []).map(({ tag }) => tag);
}

type Day = 'createdFrom' | 'createdTo' | 'occurredFrom' | 'occurredTo';

function Days(props: PartProps & { readonly label: string; readonly from: Day; readonly to: Day }): VNode {
  const { label, from, to, filter, change } = props;
  const input = (name: Day, what: string): VNode => (
    <input
      type="date"
      id={`filter-${name}`}
      aria-label={`${label} ${what}`}
      value={filter[name] ?? ''}
      onChange={({ currentTarget: { value } }) => change({ [name]: value === '' ? undefined : value })}
    />
  );
  return (
    <Field id={`filter-${from}`} label={label} hint="Whole days, in UTC">
      <div class="day-range">
        {input(from, 'from')}
        <span aria-hidden="true">–</span>
        {input(to, 'to')}
      </div>
    </Field>
  );
}
