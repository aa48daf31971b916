import {
  BaseStore,
  type GetOperation,
  type Item,
  type ListNamespacesOperation,
  type Operation,
  type OperationResults,
  type PutOperation,
  type SearchOperation,
} from '@langchain/langgraph';
import type { MemoryInput, MemoryItem, Mneme } from '@mneme/client';
import { storeAll } from '../shared/store-all.js';
import { scopeFilter, type MemoryScope, type ScopeFilter } from '../shared/scope.js';
import { commonPrefix, matchesFilter, matchesPath } from './filters.js';
import { externalIdOf, isIndexed, itemOf, memoryOf, NAMESPACE, namespaceToken } from './items.js';

export interface MnemeStoreOptions {
  /** Whose items the store holds. Items of another scope are never read, replaced or deleted. */
  readonly scope: MemoryScope;
  /** Life of an item. Each put starts it again. Default: items stay. */
  readonly ttlSeconds?: number | undefined;
  /**
   * For `search` with a query: leaves out items of a lower relevance, and those without one. Default: every item is found,
   * the best first, as in the stores of LangGraph.
   */
  readonly minRelevance?: number | undefined;
}

/** What the framework calls a SearchItem, and does not export. */
interface SearchItem extends Item {
  score?: number;
}

const MAX_RESULTS = 100;
const MAX_QUERY = 2_000;
const FIELDS = ['metadata', 'updatedAt'] as const;
/** Names that a deletion takes. */
const MAX_DELETES = 1_000;
const MAX_READS = 8;

/**
 * LangGraph's long-term memory in Mneme. An item is a memory whose external id is made of scope, namespace and key: puts
 * replace, and `search` with a query is by meaning. Reads of a batch see what was stored before its puts.
 */
export class MnemeStore extends BaseStore {
  private readonly scope: ScopeFilter;
  private readonly ttlSeconds: number | undefined;
  private readonly minRelevance: number | undefined;

  /** @throws TypeError where the scope is none, or minRelevance no number from 0 to 1 */
  constructor(
    private readonly mneme: Mneme,
    { scope, ttlSeconds, minRelevance }: MnemeStoreOptions,
  ) {
    super();
    this.scope = scopeFilter(scope);
    this.ttlSeconds = ttlSeconds;
    this.minRelevance = minRelevance;
    if (minRelevance !== undefined && !(typeof minRelevance === 'number' && minRelevance >= 0 && minRelevance <= 1)) {
      throw new TypeError(`minRelevance must be a number from 0 to 1, not ${String(minRelevance)}`);
    }
  }

  /** @throws MnemeError where the service refuses or does not answer; Error where it refused some of the puts */
  override async batch<Op extends Operation[]>(operations: Op): Promise<OperationResults<Op>> {
    const results: unknown[] = [];
    for (let start = 0; start < operations.length; start += MAX_READS) {
      const some = operations.slice(start, start + MAX_READS);
      results.push(...(await Promise.all(some.map((operation) => this.read(operation)))));
    }
    await this.write(operations.filter((operation) => 'value' in operation));
    return results as OperationResults<Op>;
  }

  private read(operation: Operation): Promise<unknown> {
    if ('value' in operation) return Promise.resolve(undefined);
    if ('namespacePrefix' in operation) return this.find(operation);
    if ('key' in operation) return this.getItem(operation);
    return this.namespaces(operation);
  }

  private async getItem({ namespace, key }: GetOperation): Promise<Item | null> {
    const externalId = await externalIdOf(this.scope, namespace, key);
    // A list, not a read by name: it is filtered by the scope.
    const filter = { externalId, metadata: this.scope, fields: FIELDS, limit: 1 };
    const { memories } = await this.mneme.memories.list(filter).page();
    return (memories[0] && itemOf(memories[0])) ?? null;
  }

  private async find(operation: SearchOperation): Promise<SearchItem[]> {
    const { namespacePrefix, filter, limit = 10, offset = 0, query = '' } = operation;
    const matches = ({ value }: Item): boolean => filter === undefined || matchesFilter(value, filter);
    const end = offset + limit;
    if (query.trim() === '') return (await this.collect(namespacePrefix, matches, end)).slice(offset);
    const { items, isWhole } = await this.ranked(namespacePrefix, query);
    const found = items.filter(matches);
    if (isWhole || found.length >= end) return found.slice(offset, end);
    // A filter has left too few of the best hundred: the others follow without a score.
    const seen = new Set(found.map(nameOf));
    const isNew = (item: Item): boolean => matches(item) && !seen.has(nameOf(item));
    const rest = await this.collect(namespacePrefix, isNew, end - found.length);
    return [...found, ...rest].slice(offset);
  }

  /**
   * The items that answer a query best, and those that are not indexed after them; whether these are all that can be found.
   * With a cut, nothing follows the best hundred: what has no relevance does not reach it.
   */
  private async ranked(prefix: readonly string[], query: string): Promise<{ items: SearchItem[]; isWhole: boolean }> {
    const { results } = await this.mneme.memories.search([...query.toWellFormed()].slice(0, MAX_QUERY).join(''), {
      metadata: { ...this.scope, [NAMESPACE]: await namespaceToken(prefix) },
      collapse: 'none',
      fields: [...FIELDS],
      limit: MAX_RESULTS,
      ...(this.minRelevance !== undefined && { minRelevance: this.minRelevance }),
    });
    const scored: SearchItem[] = [];
    const others: SearchItem[] = [];
    for (const result of results) {
      const item = itemOf(result);
      if (item === undefined) continue;
      if (isIndexed(result)) scored.push({ ...item, score: result.relevance });
      else if (this.minRelevance === undefined) others.push(item);
    }
    return { items: [...scored, ...others], isWhole: this.minRelevance !== undefined || results.length < MAX_RESULTS };
  }

  private async namespaces({
    matchConditions = [],
    maxDepth,
    limit,
    offset,
  }: ListNamespacesOperation): Promise<string[][]> {
    const found = new Map<string, string[]>();
    for await (const { namespace } of this.items(commonPrefix(matchConditions))) {
      if (!matchConditions.every((condition) => matchesPath(namespace, condition))) continue;
      const shown = namespace.slice(0, maxDepth);
      found.set(JSON.stringify(shown), shown);
    }
    const sorted = [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, namespace]) => namespace);
    return sorted.slice(offset, offset + limit);
  }

  /** The first items that match, the latest change first. */
  private async collect(prefix: readonly string[], matches: (item: Item) => boolean, count: number): Promise<Item[]> {
    const items: Item[] = [];
    if (count <= 0) return items;
    for await (const item of this.items(prefix)) {
      if (matches(item)) items.push(item);
      if (items.length >= count) break;
    }
    return items;
  }

  private async *items(prefix: readonly string[]): AsyncGenerator<Item, void, undefined> {
    const metadata = { ...this.scope, [NAMESPACE]: await namespaceToken(prefix) };
    const list: AsyncIterable<MemoryItem> = this.mneme.memories.list({ metadata, fields: FIELDS, sort: 'updatedAt' });
    for await (const memory of list) {
      const item = itemOf(memory);
      if (item !== undefined) yield item;
    }
  }

  private async write(operations: readonly PutOperation[]): Promise<void> {
    const last = new Map(operations.map((operation) => [nameOf(operation), operation]));
    const puts: MemoryInput[] = [];
    const deletions: string[] = [];
    for (const operation of last.values()) {
      if (operation.value === null) deletions.push(await externalIdOf(this.scope, operation.namespace, operation.key));
      else puts.push(await memoryOf(this.scope, operation, this.ttlSeconds));
    }
    await storeAll(this.mneme, puts);
    for (let start = 0; start < deletions.length; start += MAX_DELETES) {
      const externalIds = deletions.slice(start, start + MAX_DELETES);
      await this.mneme.memories.deleteMany({ filter: { externalIds, metadata: { ...this.scope } } });
    }
  }
}

function nameOf({ namespace, key }: { readonly namespace: readonly string[]; readonly key: string }): string {
  return JSON.stringify([...namespace, key]);
}
