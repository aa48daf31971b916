import type { VNode } from 'preact';
import { Field } from '../../components/field.js';
import { TagInput } from '../../components/tag-input.js';
import { filterOf, withFilter } from '../../filters/memory-filter.js';
import { DEFAULT_MINIMUM, OWN_ZONE, withParam } from './pattern-query.js';

const ZONES = Intl.supportedValuesOf('timeZone');

interface PatternControlsProps {
  readonly query: URLSearchParams;
  readonly onChange: (query: URLSearchParams) => void;
}

/** Which memories are analysed, and how. Each change applies at once. */
export function PatternControls({ query, onChange }: PatternControlsProps): VNode {
  const set = (name: string, value: string): void => onChange(withParam(query, name, value));
  return (
    <div class="filter-form" role="group" aria-label="Analysis">
      <Field id="pattern-zone" label="Time zone" hint="Of weekdays and hours">
        <input
          id="pattern-zone"
          list="pattern-zones"
          value={query.get('tz') ?? OWN_ZONE}
          onChange={({ currentTarget: { value } }) => set('tz', value.trim() === OWN_ZONE ? '' : value.trim())}
        />
        <datalist id="pattern-zones">
          {ZONES.map((zone) => (
            <option value={zone} key={zone} />
          ))}
        </datalist>
      </Field>
      <Field id="pattern-minimum" label="Separate episodes" hint="At least, for a pattern to count">
        <input
          id="pattern-minimum"
          type="number"
          min={2}
          max={1_000}
          value={query.get('min') ?? String(DEFAULT_MINIMUM)}
          onChange={({ currentTarget: { value } }) => set('min', value === String(DEFAULT_MINIMUM) ? '' : value)}
        />
      </Field>
      <Field id="pattern-as-of" label="As of" hint="Without what was stored from this day on, in UTC">
        <input
          id="pattern-as-of"
          type="date"
          value={query.get('asOf') ?? ''}
          onChange={({ currentTarget: { value } }) => set('asOf', value)}
        />
      </Field>
      <MetadataFilter query={query} onChange={onChange} />
      <label class="inline-check">
        <input
          type="checkbox"
          checked={query.has('dismissed')}
          onChange={({ currentTarget: { checked } }) => set('dismissed', checked ? '1' : '')}
        />
        Show dismissed patterns
      </label>
    </div>
  );
}

function MetadataFilter({ query, onChange }: PatternControlsProps): VNode {
  const filter = filterOf(query);
  return (
    <Field id="pattern-metadata" label="Metadata" hint="Only memories with it, such as userId=anna">
      <TagInput
        id="pattern-metadata"
        noun="condition"
        placeholder="key=value, then Enter"
        tags={filter.metadata}
        onChange={(metadata) => {
          const conditions = metadata.filter((pair) => /^[^=]+=./.test(pair)).slice(0, 5);
          onChange(withFilter(query, { ...filter, metadata: conditions }));
        }}
      />
    </Field>
  );
}
