import type { Mneme, RequestOptions, SearchParams, SearchResult } from '@mneme/client';
import { renderMemories, type RenderOptions } from './render.js';
import { scopeFilter, type MemoryScope, type ScopeFilter } from './scope.js';

/** Which memories are found. */
export interface SearchOptions {
  /** Leaves out memories of a lower relevance, the estimated probability that a memory answers the query. */
  readonly minRelevance?: number | undefined;
  /** Memories at most, 1 to 100. */
  readonly limit?: number | undefined;
  /** More conditions of the search, such as `tags` or `occurredFrom`. */
  readonly search?: Omit<SearchParams, 'metadata' | 'limit' | 'minRelevance' | 'fields' | 'explain'> | undefined;
  /** Time for the search with all its tries. */
  readonly deadlineMs?: number | undefined;
}

export interface RecallOptions extends SearchOptions, RenderOptions {
  readonly scope: MemoryScope;
  /** Default 0.3. */
  readonly minRelevance?: number | undefined;
  /** Default 20. */
  readonly limit?: number | undefined;
  /** Default 3,000: the model waits for it. */
  readonly deadlineMs?: number | undefined;
  /** Called where memories could not be read. The model answers without them. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** Characters of a query that the service takes. */
const MAX_QUERY = 2_000;

/** Memories of a scope, the most relevant first, without those that a later one replaces. */
export async function searchScope(
  mneme: Mneme,
  scope: ScopeFilter,
  query: string,
  options: SearchOptions & { readonly signal?: AbortSignal | undefined },
): Promise<SearchResult[]> {
  const text = lastCharacters(query.toWellFormed().trim(), MAX_QUERY);
  if (text === '') return [];
  const { minRelevance, limit, search, deadlineMs, signal } = options;
  const params: SearchParams = {
    includeSuperseded: false,
    ...search,
    ...(minRelevance !== undefined && { minRelevance }),
    ...(limit !== undefined && { limit }),
    fields: ['metadata'],
    metadata: { ...scope },
  };
  const { results } = await mneme.memories.search(text, params, callOptions(deadlineMs, signal));
  return results.filter(({ metadata }) => metadata?.[ADAPTER] === undefined);
}

/** The key of the metadata that marks what adapters store for themselves, such as the history of a session. */
export const ADAPTER = 'mnemeAdapter';

/** What a model is shown for a query: undefined where nothing is relevant enough, or the service does not answer. */
export class Recall {
  private readonly scope: ScopeFilter;

  /** @throws TypeError where the scope is none */
  constructor(
    private readonly mneme: Mneme,
    private readonly options: RecallOptions,
  ) {
    this.scope = scopeFilter(options.scope);
  }

  /** @throws the signal's reason, and nothing else */
  async textFor(query: string, signal?: AbortSignal): Promise<string | undefined> {
    const { minRelevance = 0.3, limit = 20, deadlineMs = 3_000, search, onError } = this.options;
    try {
      const found = await searchScope(this.mneme, this.scope, query, {
        minRelevance,
        limit,
        deadlineMs,
        search,
        signal,
      });
      return await renderMemories(found, this.options);
    } catch (error) {
      signal?.throwIfAborted();
      onError?.(error);
      return undefined;
    }
  }
}

/** One try has half of the time, so that there is some for another. */
export function callOptions(deadlineMs: number | undefined, signal: AbortSignal | undefined): RequestOptions {
  return deadlineMs === undefined ? { signal } : { deadlineMs, timeoutMs: deadlineMs, maxRetries: 1, signal };
}

function lastCharacters(text: string, count: number): string {
  return text.length <= count ? text : text.slice(-count).replace(/^[\udc00-\udfff]/, '');
}
