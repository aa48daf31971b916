import type { MemoryType, Mneme } from '@mneme/client';
import { callOptions, searchScope, type SearchOptions } from './recall.js';
import { renderMemories, type RenderOptions } from './render.js';
import { scopeFilter, type MemoryScope, type ScopeFilter } from './scope.js';

export interface MemoryToolsOptions extends SearchOptions, RenderOptions {
  /** Default 0.3. */
  readonly minRelevance?: number | undefined;
  /** Time for each call of a tool, with all its tries. Default 10,000. */
  readonly deadlineMs?: number | undefined;
  /** Metadata of memories that the model stores, beside the scope. Searches are not limited by it. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  /** Called where a call of a tool failed. The model gets a text that says so. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

export interface SearchInput {
  readonly query: string;
  readonly limit?: number;
}

export interface AddInput {
  readonly content: string;
  readonly type?: MemoryType;
}

export interface DeleteInput {
  readonly id: string;
}

/** The types that a model chooses from. */
export const MODEL_TYPES = ['semantic', 'episodic', 'procedural', 'identity', 'task', 'decision'] as const;

const MAX_RESULTS = 20;

/** What the tools do, as text for a model. No input names a user: the scope is that of the application. */
export class ToolActions {
  private readonly scope: ScopeFilter;

  /** @throws TypeError where the scope is none */
  constructor(
    private readonly mneme: Mneme,
    scope: MemoryScope,
    private readonly options: MemoryToolsOptions,
  ) {
    this.scope = scopeFilter(scope);
  }

  async search({ query, limit = 5 }: SearchInput, signal?: AbortSignal): Promise<string> {
    // Not every version of the framework holds a model to the schema.
    if (typeof (query as unknown) !== 'string') return 'The query must be a text.';
    const { minRelevance = 0.3, deadlineMs, search } = this.options;
    return this.answer('The memories could not be searched', signal, async () => {
      const most = Math.min(MAX_RESULTS, this.options.limit ?? MAX_RESULTS, Math.max(1, Math.trunc(limit)));
      const options = { minRelevance, limit: most, search, deadlineMs: deadlineMs ?? DEADLINE_MS, signal };
      const found = await searchScope(this.mneme, this.scope, query, options);
      return (await renderMemories(found, this.options)) ?? 'No memory answers this query.';
    });
  }

  add({ content, type = 'semantic' }: AddInput, signal?: AbortSignal): Promise<string> {
    return this.answer('The memory was not stored', signal, async () => {
      // First, so that they are among the values that the service filters by, and last, so that nothing replaces them.
      const metadata = { ...this.scope, ...this.options.metadata, ...this.scope };
      const call = callOptions(this.options.deadlineMs ?? DEADLINE_MS, signal);
      const { id } = await this.mneme.memories.create({ content, type, metadata }, call);
      return `Stored as ${id}.`;
    });
  }

  delete({ id }: DeleteInput, signal?: AbortSignal): Promise<string> {
    return this.answer('The memory was not deleted', signal, async () => {
      // By a filter, so that the service itself compares the scope.
      const filter = { ids: [id], metadata: { ...this.scope } };
      const call = callOptions(this.options.deadlineMs ?? DEADLINE_MS, signal);
      const { deleted } = await this.mneme.memories.deleteMany({ filter }, call);
      return deleted === 1 ? `Deleted ${id}.` : 'There is no memory with this id.';
    });
  }

  private async answer(failure: string, signal: AbortSignal | undefined, act: () => Promise<string>): Promise<string> {
    try {
      return await act();
    } catch (error) {
      signal?.throwIfAborted();
      this.options.onError?.(error);
      return `${failure}: ${reasonOf(error)}`;
    }
  }
}

const DEADLINE_MS = 10_000;

/** What a model can act on. Everything else is for `onError`: addresses and names of hosts are no matter of a model. */
function reasonOf(error: unknown): string {
  const { status, errors } = error as { status?: unknown; errors?: readonly { field?: string; message: string }[] };
  if (status === 400 && errors !== undefined && errors.length > 0) {
    return errors.map(({ message }) => message).join('; ');
  }
  if (status === 402) return 'the storage of this application is full.';
  if (status === 429) return 'too many requests. Try again later.';
  return 'the memory service is not available. Go on without memories.';
}
