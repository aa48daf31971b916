import type { ProcessLLMRequestArgs, ProcessOutputResultArgs, Processor } from '@mastra/core/processors';
import type { RequestContext } from '@mastra/core/request-context';
import type { MemoryType, Mneme } from '@mneme/client';
import { storeAll } from './shared/store-all.js';
import { textOf, withMemories } from './shared/prompt.js';
import { callOptions, Recall, type RecallOptions } from './shared/recall.js';
import { scopeFilter, type MemoryScope } from './shared/scope.js';

export type { MemoryScope } from './shared/scope.js';

/** What was said in a turn. */
export interface ConversationTurn {
  /** The last message of the user. */
  readonly user: string;
  /** What the agent answered. */
  readonly assistant: string;
}

/** What to keep of a turn. */
export interface MemoryToStore {
  readonly content: string;
  /** Default: semantic. */
  readonly type?: MemoryType;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

export interface MnemeProcessorOptions extends Omit<RecallOptions, 'scope'> {
  /** Whose memories: fixed, or of the context that the application gives to a request. */
  readonly scope: MemoryScope | ((requestContext: RequestContext | undefined) => MemoryScope);
  /** Called after a turn, in an output processor. What it returns is stored. Default: nothing is. */
  readonly remember?:
    ((turn: ConversationTurn) => readonly MemoryToStore[] | Promise<readonly MemoryToStore[]>) | undefined;
}

/** Time to store what `remember` returns. */
const STORE_MS = 10_000;

/**
 * As an input processor, puts the memories that answer the last user message in front of it, as a text part of that
 * message. Only the model is sent them: Mastra's own memory does not store them. As an output processor, it stores what
 * `remember` returns. A service that does not answer in time stops neither.
 */
export class MnemeProcessor implements Processor<'mneme-memories'> {
  readonly id = 'mneme-memories';
  readonly name = 'Mneme memories';

  /** @throws TypeError where a fixed scope is none */
  constructor(
    private readonly mneme: Mneme,
    private readonly options: MnemeProcessorOptions,
  ) {
    if (typeof options.scope !== 'function') scopeFilter(options.scope);
  }

  async processLLMRequest(
    args: Pick<ProcessLLMRequestArgs, 'prompt' | 'requestContext' | 'abortSignal'>,
  ): Promise<{ prompt: ProcessLLMRequestArgs['prompt'] }> {
    const recall = new Recall(this.mneme, { ...this.options, scope: this.scopeOf(args.requestContext) });
    return { prompt: await withMemories(args.prompt, recall, args.abortSignal) };
  }

  async processOutputResult(args: ProcessOutputResultArgs): Promise<ProcessOutputResultArgs['messages']> {
    const { messages, messageList, result, requestContext, abortSignal } = args;
    const { remember, onError } = this.options;
    if (remember === undefined) return messages;
    const scope = scopeFilter(this.scopeOf(requestContext));
    try {
      // `messages` are those of the agent alone.
      const last = messageList.get.input.db().findLast(({ role }) => role === 'user');
      const turn = { user: textOf(last?.content.parts ?? []), assistant: result.text };
      const memories = (await remember(turn)).map(({ content, type = 'semantic', metadata }) => {
        return { content, type, metadata: { ...scope, ...metadata, ...scope } };
      });
      await storeAll(this.mneme, memories, callOptions(STORE_MS, abortSignal));
    } catch (error) {
      abortSignal?.throwIfAborted();
      onError?.(error);
    }
    return messages;
  }

  private scopeOf(requestContext: RequestContext | undefined): MemoryScope {
    const { scope } = this.options;
    return typeof scope === 'function' ? scope(requestContext) : scope;
  }
}
