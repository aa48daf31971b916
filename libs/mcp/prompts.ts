import { MnemeError } from '@mneme/client';
import { type GetPromptResult, type McpServer, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { chainText } from './text/analysis-text.js';
import { failureText } from './text/failure-text.js';
import { InvalidArgumentsError } from './text/invalid-arguments.error.js';
import { counted, memoryText } from './text/memory-text.js';
import { recorded } from './text/recorded.js';
import { withoutHistories } from './tools/agent-histories.js';
import { validArguments } from './tools/arguments.js';
import { publishedOnly } from './tools/schema.js';
import type { ToolContext } from './tools/tool.js';

const LIMIT = 15;
/** What a person chose to recall is looked at by a model, which can tell what is beside the point. */
const MIN_RELEVANCE = 0.1;
const BAD_REQUEST = 400;
const FIELDS = ['tags', 'metadata'] as const;

const argument = z.object({ topic: z.string().describe('What it is about') });
const argsSchema = publishedOnly(argument);
/** What the request calls the topic. */
const NAMES = { query: 'topic' };

/** What a person chooses from a menu: a question of theirs, with the memories that answer it. Nothing in it is a system prompt. */
export function addPrompts(server: McpServer, context: ToolContext, permits: (scope: string) => boolean): void {
  if (permits('read:memories')) addRecall(server, context);
  if (permits('read:intelligence')) addDecision(server, context);
}

function addRecall(server: McpServer, { mneme }: ToolContext): void {
  const about = { title: 'Recall', description: 'What is remembered about a topic', argsSchema };
  server.registerPrompt('recall', about, (args, { mcpReq: { signal } }) =>
    asked(args, async (topic) => {
      const params = { limit: LIMIT, minRelevance: MIN_RELEVANCE, fields: [...FIELDS] };
      const { results } = await mneme.memories.search(topic, params, { signal });
      const memories = withoutHistories(results);
      const heading = `${counted(memories.length, 'memory', 'memories')}, the most relevant first.`;
      return { question: 'What do you remember about this', found: recorded(heading, memories.map(memoryText)) };
    }),
  );
}

function addDecision(server: McpServer, { mneme }: ToolContext): void {
  const about = { title: 'Decision', description: 'How a decision came about', argsSchema };
  server.registerPrompt('decision', about, (args, { mcpReq: { signal } }) =>
    asked(args, async (topic) => {
      const { chains, reason = '' } = await mneme.decisionChains.reconstruct(topic, {}, { signal });
      const heading = `${counted(chains.length, 'decision', 'decisions')}. ${reason}`.trimEnd();
      const question = 'How did this decision come about, and what is missing in the story';
      return { question, found: recorded(heading, chains.map(chainText)) };
    }),
  );
}

/** @param memories what the service has about a topic, and what is asked of it */
async function asked(
  args: unknown,
  memories: (topic: string) => Promise<{ readonly question: string; readonly found: string }>,
): Promise<GetPromptResult> {
  try {
    const { topic } = validArguments(argument, args);
    const { question, found } = await memories(topic);
    const text = `${question}: ${topic}\n\nAnswer from these memories, and name their ids. ${found}`;
    return { messages: [{ role: 'user', content: { type: 'text', text } }] };
  } catch (error) {
    if (!(error instanceof MnemeError || error instanceof InvalidArgumentsError)) throw error;
    throw new ProtocolError(codeOf(error), failureText(error, NAMES));
  }
}

function codeOf(error: MnemeError | InvalidArgumentsError): ProtocolErrorCode {
  const isRefused = error instanceof InvalidArgumentsError || error.status === BAD_REQUEST;
  return isRefused ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError;
}
