import { MnemeError, NotFoundError } from '@mneme/client';
import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import { failureText } from './text/failure-text.js';
import { memoryText } from './text/memory-text.js';
import { recorded } from './text/recorded.js';
import { withoutTurn } from './tools/agent-histories.js';
import type { ToolContext } from './tools/tool.js';

const USAGE = 'mneme://usage';

/** The address of a memory as a resource. */
export function resourceOf(id: string): string {
  return `mneme://memories/${encodeURIComponent(id)}`;
}

/** What a client can attach to a conversation by its address. */
export function addResources(server: McpServer, context: ToolContext, permits: (scope: string) => boolean): void {
  if (permits('read:memories')) addMemories(server, context);
  if (permits('read:usage')) addUsage(server, context);
}

function addMemories(server: McpServer, { mneme }: ToolContext): void {
  // A list of all memories helps no one to choose: clients find addresses with a search.
  const template = new ResourceTemplate('mneme://memories/{id}', { list: undefined });
  const about = { title: 'Memory', description: 'One memory, by its id', mimeType: 'text/plain' };
  server.registerResource('memory', template, about, async (uri, { id }, { mcpReq }) => {
    const memory = await read(uri.href, () => mneme.memories.get(String(id), {}, { signal: mcpReq.signal }));
    const text = recorded('The memory.', [memoryText(withoutTurn(memory))]);
    return { contents: [{ uri: uri.href, mimeType: about.mimeType, text }] };
  });
}

function addUsage(server: McpServer, { mneme }: ToolContext): void {
  const about = { title: 'Usage', description: "The tenant's calls, memories and bytes", mimeType: 'application/json' };
  server.registerResource('usage', USAGE, about, async (uri, { mcpReq }) => {
    const usage = await read(uri.href, () => mneme.usage.get({ signal: mcpReq.signal }));
    return { contents: [{ uri: uri.href, mimeType: about.mimeType, text: JSON.stringify(usage, null, 2) }] };
  });
}

/** A resource has no result that is an error: what fails is an error of the protocol. */
async function read<T>(uri: string, load: () => PromiseLike<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (error instanceof NotFoundError) throw new ResourceNotFoundError(uri);
    if (!(error instanceof MnemeError)) throw error;
    throw new ProtocolError(ProtocolErrorCode.InternalError, failureText(error));
  }
}
