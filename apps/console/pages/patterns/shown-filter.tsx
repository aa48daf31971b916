import type { Pattern } from '@mneme/client';
import type { VNode } from 'preact';
import { FAMILIES } from './pattern-card.js';
import { withParam } from './pattern-query.js';

/** Fewer are seen at once. */
const MANY = 10;

/** Which patterns the address wants shown. The service is not asked for it: it returns all. */
export function isWanted(query: URLSearchParams): (pattern: Pattern) => boolean {
  const kind = query.get('kind') ?? '';
  const word = (query.get('word') ?? '').trim().toLowerCase();
  return ({ family, sentence, title }) =>
    (kind === '' || family === kind) && `${sentence}\n${title}`.toLowerCase().includes(word);
}

interface ShownFilterProps {
  /** All that were found. */
  readonly patterns: readonly Pattern[];
  readonly query: URLSearchParams;
  readonly onChange: (query: URLSearchParams) => void;
}

/** A word, and kinds that there are, each with its number. */
export function ShownFilter({ patterns, query, onChange }: ShownFilterProps): VNode {
  const [kind, word] = [query.get('kind') ?? '', query.get('word') ?? ''];
  const numbers = new Map<Pattern['family'], number>();
  for (const { family } of patterns) numbers.set(family, (numbers.get(family) ?? 0) + 1);
  return (
    <div class="pattern-filter">
      {(patterns.length > MANY || word !== '') && (
        <input
          type="search"
          aria-label="Contains word"
          placeholder="Contains word"
          value={word}
          onInput={({ currentTarget: { value } }) => onChange(withParam(query, 'word', value))}
        />
      )}
      {(numbers.size > 1 || kind !== '') && (
        <select
          aria-label="Kind"
          value={kind}
          onChange={({ currentTarget: { value } }) => onChange(withParam(query, 'kind', value))}
        >
          <option value="">All kinds</option>
          {[...numbers].map(([family, number]) => (
            <option value={family} key={family}>{`${FAMILIES[family]} (${number})`}</option>
          ))}
        </select>
      )}
    </div>
  );
}
