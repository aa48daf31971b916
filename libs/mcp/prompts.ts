import { MnemeError } from '@mneme/client';
import { type GetPromptResult, type McpServer, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { chainText } from './text/analysis-text.js';
import { failureText } from './text/failure-text.js';
import { memoryText } from './text/memory-text.js';
import { recorded } from './text/recorded.js';
import { withoutHistories } from './tools/agent-histories.js';
import { published } from './tools/schema.js';
import type { ToolContext } from './tools/tool.js';

const LIMIT = 15;
const FIELDS = ['tags', 'metadata'] as const;

const topic = published(z.object({ topic: z.string().describe('What it is about') }));

/** What a person chooses from a menu: a question of theirs, with the memories that answer it. Nothing in it is a system prompt. */
export function addPrompts(server: McpServer, context: ToolContext, permits: (scope: string) => boolean): void {
  if (permits('read:memories')) addRecall(server, context);
  if (permits('read:intelligence')) addDecision(server, context);
}

function addRecall(server: McpServer, { mneme }: ToolContext): void {
  const about = { title: 'Recall', description: 'What is remembered about a topic', argsSchema: topic };
  server.registerPrompt('recall', about, (args, { mcpReq }) =>
    asked(`What do you remember about this: ${args.topic}`, async () => {
      const params = { limit: LIMIT, fields: [...FIELDS] };
      const { results } = await mneme.memories.search(args.topic, params, { signal: mcpReq.signal });
      const memories = withoutHistories(results);
      return recorded(`${memories.length} memories, the most relevant first.`, memories.map(memoryText));
    }),
  );
}

function addDecision(server: McpServer, { mneme }: ToolContext): void {
  const about = { title: 'Decision', description: 'How a decision came about', argsSchema: topic };
  server.registerPrompt('decision', about, (args, { mcpReq }) =>
    asked(`How did this decision come about, and what is missing in the story: ${args.topic}`, async () => {
      const found = await mneme.decisionChains.reconstruct(args.topic, {}, { signal: mcpReq.signal });
      const { chains, reason = '' } = found;
      return recorded(`${chains.length} decisions. ${reason}`.trimEnd(), chains.map(chainText));
    }),
  );
}

/** @param memories what the service has about it */
async function asked(question: string, memories: () => Promise<string>): Promise<GetPromptResult> {
  try {
    const text = `${question}\n\nAnswer from these memories, and name their ids. ${await memories()}`;
    return { messages: [{ role: 'user', content: { type: 'text', text } }] };
  } catch (error) {
    if (!(error instanceof MnemeError)) throw error;
    throw new ProtocolError(ProtocolErrorCode.InternalError, failureText(error));
  }
}
