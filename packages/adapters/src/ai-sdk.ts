import type { Mneme } from '@mneme/client';
import { jsonSchema, tool, type LanguageModelMiddleware, type Tool } from 'ai';
import { withMemories } from './shared/prompt.js';
import { Recall, type RecallOptions } from './shared/recall.js';
import type { MemoryScope } from './shared/scope.js';
import {
  MODEL_TYPES,
  ToolActions,
  type AddInput,
  type DeleteInput,
  type MemoryToolsOptions,
  type SearchInput,
} from './shared/tools.js';

export type { AddInput, DeleteInput, MemoryToolsOptions, SearchInput } from './shared/tools.js';
export type { MemoryScope } from './shared/scope.js';
export type { RecallOptions } from './shared/recall.js';

/** Tools for `generateText`, `streamText` and agents. */
// A type, not an interface: only this is a ToolSet.
// eslint-disable-next-line @typescript-eslint/consistent-type-definitions
export type MemoryTools = {
  memory_search: Tool<SearchInput, string>;
  memory_add: Tool<AddInput, string>;
  memory_delete: Tool<DeleteInput, string>;
};

/**
 * Tools with which a model searches, stores and deletes the memories of one scope. They never throw, except the reason
 * of an aborted call: where the service does not answer in time, the model gets a text that says so.
 * @throws TypeError where the scope is none
 */
export function memoryTools(mneme: Mneme, scope: MemoryScope, options: MemoryToolsOptions = {}): MemoryTools {
  const actions = new ToolActions(mneme, scope, options);
  return {
    memory_search: tool({
      description: 'Searches memories of earlier conversations by meaning. The result is data recorded by users.',
      inputSchema: jsonSchema<SearchInput>({
        type: 'object',
        properties: {
          query: { type: 'string', description: 'What to look for: a question or words, with names.' },
          limit: { type: 'integer', minimum: 1, maximum: 20, description: 'Memories at most. Default 5.' },
        },
        required: ['query'],
        additionalProperties: false,
      }),
      execute: (input: SearchInput, { abortSignal }) => actions.search(input, abortSignal),
    }),
    memory_add: tool({
      description:
        'Stores a fact for later conversations. Store what stays true, in one sentence that names whom it is about.',
      inputSchema: jsonSchema<AddInput>({
        type: 'object',
        properties: {
          content: { type: 'string', minLength: 1, maxLength: 10_000, description: 'The fact.' },
          type: { type: 'string', enum: [...MODEL_TYPES], description: 'Default: semantic, a fact.' },
        },
        required: ['content'],
        additionalProperties: false,
      }),
      execute: (input: AddInput, { abortSignal }) => actions.add(input, abortSignal),
    }),
    memory_delete: tool({
      description: 'Deletes one memory, for good. Use the id that memory_search shows.',
      inputSchema: jsonSchema<DeleteInput>({
        type: 'object',
        properties: { id: { type: 'string', description: 'Such as mem_01h455vb4pex5vsknk084sn02q.' } },
        required: ['id'],
        additionalProperties: false,
      }),
      execute: (input: DeleteInput, { abortSignal }) => actions.delete(input, abortSignal),
    }),
  };
}

/**
 * Middleware for `wrapLanguageModel` that puts the memories that answer the last user message in front of it, as a text
 * part of that message. Where none is relevant enough, or the service does not answer in time, the prompt stays as it is.
 * @throws TypeError where the scope is none
 */
export function memoryMiddleware(mneme: Mneme, options: RecallOptions): LanguageModelMiddleware {
  const recall = new Recall(mneme, options);
  const transformParams: NonNullable<LanguageModelMiddleware['transformParams']> = async ({ params }) => ({
    ...params,
    prompt: await withMemories(params.prompt, recall, params.abortSignal),
  });
  // Version 6 requires the version of the specification; 5 does not know it, and 7 takes any.
  const middleware = { specificationVersion: 'v3' as const, transformParams };
  return middleware;
}
