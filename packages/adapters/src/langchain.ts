import { Document } from '@langchain/core/documents';
import { BaseRetriever, type BaseRetrieverInput } from '@langchain/core/retrievers';
import type { Mneme } from '@mneme/client';
import { searchScope, type SearchOptions } from './shared/recall.js';
import { renderMemories, type RenderOptions } from './shared/render.js';
import { scopeFilter, type MemoryScope, type ScopeFilter } from './shared/scope.js';

export type { MemoryScope } from './shared/scope.js';

export interface MnemeRetrieverOptions extends SearchOptions, Omit<BaseRetrieverInput, 'metadata'> {
  readonly scope: MemoryScope;
  /** Default 0.3. */
  readonly minRelevance?: number | undefined;
  /** Default 10. */
  readonly limit?: number | undefined;
  /** Default 10,000. */
  readonly deadlineMs?: number | undefined;
  /** If set, a search that fails is reported here and finds nothing. Otherwise it rejects. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** What is known about a memory beside its text. */
export interface MemoryDocument extends Record<string, unknown> {
  readonly id: string;
  readonly relevance: number;
  readonly type: string;
  readonly importance: number;
  readonly createdAt: string;
  /** The metadata of the memory. */
  readonly memory: Readonly<Record<string, unknown>>;
}

/** Retrieves the memories of a scope that answer a query, the most relevant first. */
export class MnemeRetriever extends BaseRetriever<MemoryDocument> {
  override lc_namespace = ['mneme', 'retrievers'];
  private readonly scope: ScopeFilter;

  static override lc_name(): string {
    return 'MnemeRetriever';
  }

  /** @throws TypeError where the scope is none */
  constructor(
    private readonly mneme: Mneme,
    private readonly options: MnemeRetrieverOptions,
  ) {
    super(options);
    this.scope = scopeFilter(options.scope);
  }

  override async _getRelevantDocuments(query: string): Promise<Document<MemoryDocument>[]> {
    const { minRelevance = 0.3, limit = 10, deadlineMs = 10_000, search, onError } = this.options;
    try {
      const found = await searchScope(this.mneme, this.scope, query, { minRelevance, limit, deadlineMs, search });
      return found.map(({ id, content, type, relevance, importance, createdAt, metadata = {} }) => {
        const document = { id, relevance, type, importance, createdAt, memory: metadata };
        return new Document({ id, pageContent: content, metadata: document });
      });
    } catch (error) {
      if (onError === undefined) throw error;
      onError(error);
      return [];
    }
  }
}

/**
 * Documents of the retriever as delimited data within a token budget, for a human message of a prompt.
 * @returns an empty text where there are none
 */
export async function formatMemories(
  documents: readonly Document<MemoryDocument>[],
  options: RenderOptions = {},
): Promise<string> {
  const memories = documents.map(({ pageContent, metadata: { id, type, createdAt } }) => ({
    id,
    type,
    createdAt,
    content: pageContent,
  }));
  return (await renderMemories(memories, options)) ?? '';
}
