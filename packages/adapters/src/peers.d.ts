/**
 * What this package uses of the frameworks, so that it is built, linted and checked without them. The lane `adapters`
 * compiles the same sources against the real packages, without this file.
 */
declare module 'ai' {
  interface Schema<T> {
    readonly jsonSchema: unknown;
    readonly _type: T;
  }
  interface Tool<I = unknown, O = unknown> {
    description?: string;
    inputSchema: Schema<I>;
    execute?: (input: I, options: { abortSignal?: AbortSignal }) => PromiseLike<O>;
  }
  interface CallOptions {
    prompt: { role: string; content: unknown }[];
    abortSignal?: AbortSignal;
  }
  interface LanguageModelMiddleware {
    readonly specificationVersion: 'v3';
    transformParams?: (options: { params: CallOptions }) => PromiseLike<CallOptions>;
  }
  function jsonSchema<T>(schema: unknown): Schema<T>;
  function tool<I, O>(definition: Tool<I, O>): Tool<I, O>;
}

declare module '@langchain/langgraph' {
  interface Item {
    value: Record<string, unknown>;
    key: string;
    namespace: string[];
    createdAt: Date;
    updatedAt: Date;
  }
  interface GetOperation {
    namespace: string[];
    key: string;
  }
  interface SearchOperation {
    namespacePrefix: string[];
    filter?: Record<string, unknown>;
    limit?: number;
    offset?: number;
    query?: string;
  }
  interface PutOperation {
    namespace: string[];
    key: string;
    value: Record<string, unknown> | null;
    index?: false | string[];
  }
  interface MatchCondition {
    matchType: 'prefix' | 'suffix';
    path: string[];
  }
  interface ListNamespacesOperation {
    matchConditions?: MatchCondition[];
    maxDepth?: number;
    limit: number;
    offset: number;
  }
  type Operation = GetOperation | SearchOperation | PutOperation | ListNamespacesOperation;
  type OperationResults<T extends readonly Operation[]> = { [K in keyof T]: unknown };
  abstract class BaseStore {
    abstract batch<T extends Operation[]>(operations: T): Promise<OperationResults<T>>;
  }
}

declare module '@langchain/core/documents' {
  interface DocumentInput<M> {
    pageContent: string;
    metadata?: M;
    id?: string;
  }
  class Document<M = Record<string, unknown>> {
    pageContent: string;
    metadata: M;
    id?: string;
    constructor(fields: DocumentInput<M>);
  }
}

declare module '@langchain/core/retrievers' {
  import type { Document } from '@langchain/core/documents';
  interface BaseRetrieverInput {
    callbacks?: unknown;
    tags?: string[];
    metadata?: Record<string, unknown>;
    verbose?: boolean;
  }
  abstract class BaseRetriever<M> {
    static lc_name(): string;
    abstract lc_namespace: string[];
    constructor(fields?: BaseRetrieverInput);
    _getRelevantDocuments(query: string): Promise<Document<M>[]>;
  }
}

declare module '@openai/agents' {
  interface AgentInputItem {
    type?: string;
  }
  interface Session {
    getSessionId(): Promise<string>;
    getItems(limit?: number): Promise<AgentInputItem[]>;
    addItems(items: AgentInputItem[]): Promise<void>;
    popItem(): Promise<AgentInputItem | undefined>;
    clearSession(): Promise<void>;
  }
}

declare module '@mastra/core/processors' {
  import type { RequestContext } from '@mastra/core/request-context';
  interface Processor<Id extends string> {
    readonly id: Id;
    processLLMRequest?(args: ProcessLLMRequestArgs): Promise<{ prompt: Prompt }>;
    processOutputResult?(args: ProcessOutputResultArgs): Promise<Message[]>;
  }
  type Prompt = { role: string; content: unknown }[];
  interface Message {
    role: string;
    content: { parts: readonly { type: string; text?: string }[] };
  }
  interface ProcessLLMRequestArgs {
    prompt: Prompt;
    requestContext?: RequestContext;
    abortSignal?: AbortSignal;
  }
  interface ProcessOutputResultArgs {
    messages: Message[];
    messageList: { get: { input: { db(): Message[] } } };
    result: { text: string };
    requestContext?: RequestContext;
    abortSignal?: AbortSignal;
  }
}

declare module '@mastra/core/request-context' {
  type RequestContext = object;
}
