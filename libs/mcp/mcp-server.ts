import { MnemeError } from '@mneme/client';
import { RELEASE } from '@mneme/platform/config';
import { type CallToolResult, McpServer } from '@modelcontextprotocol/server';
import { instructionsFor } from './instructions.js';
import { addPrompts } from './prompts.js';
import { addResources } from './resources.js';
import { failureText } from './text/failure-text.js';
import type { Tool, ToolContext } from './tools/tool.js';
import { TOOLS } from './tools/tools.js';

/** How a call of a tool ended: `refused` where its arguments are at fault, `failed` where the service is. */
export type Outcome = 'ok' | 'refused' | 'failed' | 'canceled';

/** Does the work of a call, and records how it ended. */
export type ObserveCall = (tool: string, work: () => Promise<Outcome>) => Promise<unknown>;

/** Who a server speaks to. */
export interface McpCaller extends ToolContext {
  /** Of the credential: they decide what is listed and can be called. Undefined: not known, so everything is. */
  readonly scopes: ReadonlySet<string> | undefined;
  readonly observe: ObserveCall;
}

/** Lists never change: clients need not wait for changes. */
const CAPABILITIES = {
  tools: { listChanged: false },
  resources: { listChanged: false },
  prompts: { listChanged: false },
};

/** An MCP server for one caller, with what the caller's scopes permit. It keeps nothing between two requests. */
export function mcpServer(caller: McpCaller): McpServer {
  const { scopes } = caller;
  const permits = (scope: string): boolean => scopes === undefined || scopes.has(scope);
  const server = new McpServer(
    { name: 'mneme', title: 'Mneme', version: RELEASE },
    { capabilities: CAPABILITIES, instructions: instructionsFor(permits) },
  );
  for (const tool of TOOLS) if (permits(tool.scope)) addTool(server, tool, caller);
  addResources(server, caller, permits);
  addPrompts(server, caller, permits);
  return server;
}

function addTool(server: McpServer, tool: Tool, caller: McpCaller): void {
  const { name, title, description, input, output, annotations } = tool;
  const form = { title, description, inputSchema: input, outputSchema: output, annotations };
  server.registerTool(name, form, (args: unknown, { mcpReq }) => call(tool, args, caller, mcpReq.signal));
}

async function call(tool: Tool, args: unknown, caller: McpCaller, signal: AbortSignal): Promise<CallToolResult> {
  let result: CallToolResult | undefined;
  await caller.observe(tool.name, async () => {
    try {
      const { text, data } = await tool.run(args, caller, { signal });
      result = { content: [{ type: 'text', text }], structuredContent: { ...data } };
      return 'ok';
    } catch (error) {
      if (signal.aborted) return 'canceled';
      if (!(error instanceof MnemeError || error instanceof TypeError)) throw error;
      result = { content: [{ type: 'text', text: failureText(error) }], isError: true };
      return outcomeOf(error);
    }
  });
  // Canceled: there is no one left to read it.
  return result ?? { content: [], isError: true };
}

function outcomeOf(error: MnemeError | TypeError): Outcome {
  if (!(error instanceof MnemeError)) return 'refused';
  return error.status === undefined || error.status >= 500 ? 'failed' : 'refused';
}
