import { useSignal } from '@preact/signals';
import type { SearchResults } from '@mneme/client';
import type { VNode } from 'preact';
import { Page } from '../../components/page.js';
import { Empty, Failure, Loading } from '../../components/states.js';
import { WordsBox } from '../../components/words-box.js';
import { useResource, type Resource } from '../../data/resource.js';
import { FilterPanel } from '../../filters/filter-panel.js';
import { filterOf, searchFilter } from '../../filters/memory-filter.js';
import { useQuery } from '../../filters/use-query.js';
import { mneme } from '../../session/session.js';
import { count, counted } from '../../text/formats.js';
import { QueryReading } from './query-reading.js';
import { Result } from './result.js';

const FIRST_RESULTS = 20;
const MAX_RESULTS = 100;
/** Below it, a result is probably none. */
const RELEVANT = 0.05;
const MAX_QUERY = 2_000;

/** Asks the memories in words, and shows why each was found. */
export function SearchPage(): VNode {
  const { query, replace, push } = useQuery();
  const words = query.get('q') ?? '';
  const limit = useSignal(FIRST_RESULTS);
  const key = words === '' ? undefined : `${limit.value} ${query.toString()}`;
  const results = useResource(key, (signal) => {
    const params = { ...searchFilter(filterOf(query)), limit: limit.value, explain: true };
    return mneme().memories.search(words, { ...params, fields: ['tags', 'copies'] }, { signal });
  });
  /** Each question is a step in the history, whose results Back shows again. */
  const ask = (next: string): void => {
    const changed = new URLSearchParams(query);
    if (next === '') changed.delete('q');
    else changed.set('q', next);
    push(changed);
  };
  return (
    <Page title="Search">
      <WordsBox
        id="search-query"
        icon="search"
        label="Search the memories"
        placeholder="Search the memories"
        submit="Search"
        maxLength={MAX_QUERY}
        words={words}
        isFirst
        onSubmit={(next) => {
          limit.value = FIRST_RESULTS;
          // The same words once more: the memories may have changed.
          if (next === words) results.reload();
          else ask(next);
        }}
        onClear={() => words !== '' && ask('')}
      />
      <FilterPanel query={query} onChange={replace} />
      {words === '' ? (
        <Empty title="Ask as you would ask a person" icon="search">
          For example “what did we decide about pricing last March?”. Press <kbd>/</kbd> on any page to come here.
        </Empty>
      ) : (
        <Found results={results} limit={limit} />
      )}
    </Page>
  );
}

interface FoundProps {
  readonly results: Resource<SearchResults>;
  readonly limit: { value: number };
}

function Found({ results, limit }: FoundProps): VNode {
  const { data, error, isLoading } = results.state.value;
  if (error !== undefined) return <Failure error={error} retry={results.reload} />;
  if (data === undefined) return <Loading what="results" />;
  const { results: found, latency } = data;
  if (found.length === 0) {
    return (
      <Empty title="Nothing was found" icon="search">
        Use other words, or take a filter away.
      </Empty>
    );
  }
  const relevant = found.findLastIndex(({ relevance }) => relevance >= RELEVANT) + 1;
  const hasMore = found.length === limit.value && limit.value < MAX_RESULTS;
  return (
    <div class={isLoading ? 'is-stale' : ''} aria-busy={isLoading}>
      <p class="list-count" role="status">
        {`${counted(found.length, 'result', 'results')} in ${count(Math.round(latency))} ms`}
      </p>
      <QueryReading explanation={found[0]?.explanation} />
      <ol class="results">
        {found.map((result, i) => (
          <li key={result.id}>
            {i === relevant && <p class="results-divider">Probably not relevant</p>}
            <Result result={result} />
          </li>
        ))}
      </ol>
      {hasMore && (
        <button type="button" class="button" disabled={isLoading} onClick={() => (limit.value = MAX_RESULTS)}>
          {`Show up to ${MAX_RESULTS}`}
        </button>
      )}
    </div>
  );
}
