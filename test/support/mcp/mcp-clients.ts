import { resolve } from 'node:path';
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OldStdioTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as OldHttpTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Api } from '../service/api.js';
import { NODE_FLAGS } from '../service/node-flags.js';

/**
 * How a client speaks: `modern` is the revision of 2026, `legacy` that of 2025 by the same package, `1.x` the package that
 * most clients have today.
 */
export const ERAS = ['modern', 'legacy', '1.x'] as const;
export type Era = (typeof ERAS)[number];

/** What the clients of all eras have in common, as far as tests use it. */
export type McpClient = Pick<
  Client,
  | 'callTool'
  | 'close'
  | 'getPrompt'
  | 'listPrompts'
  | 'listResources'
  | 'listResourceTemplates'
  | 'listTools'
  | 'readResource'
> & {
  getInstructions(): string | undefined;
  ping(): Promise<unknown>;
};

const INFO = { name: 'test', version: '1.0.0' };
const REVISION = '2026-07-28';

/** A client that has connected to the service of the credential. */
export async function mcpClient({ url, token = '' }: Api, era: Era): Promise<McpClient> {
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  const address = new URL('/mcp', url);
  return era === '1.x'
    ? connected(oldClient(), new OldHttpTransport(address, { requestInit }))
    : connected(client(era), new StreamableHTTPClientTransport(address, { requestInit }));
}

/** A client that has started `mneme mcp`. @param words after the command */
export async function stdioClient(
  env: Readonly<Record<string, string>>,
  era: Era,
  ...words: readonly string[]
): Promise<McpClient> {
  const started = {
    command: process.execPath,
    args: [...NODE_FLAGS, resolve('dist-test/apps/cli/main.js'), 'mcp', ...words],
    env: { PATH: process.env['PATH'] ?? '', EMBEDDING_MODEL: 'builtin-fast', ...env },
    stderr: 'inherit' as const,
  };
  return era === '1.x'
    ? connected(oldClient(), new OldStdioTransport(started))
    : connected(client(era), new StdioClientTransport(started));
}

function client(era: 'modern' | 'legacy'): Client {
  const mode = era === 'modern' ? { pin: REVISION } : 'legacy';
  return new Client(INFO, { versionNegotiation: { mode } });
}

/** Types of the two packages differ in their generics only. */
function oldClient(): Client {
  return new OldClient(INFO) as unknown as Client;
}

async function connected(made: Client, transport: unknown): Promise<McpClient> {
  await made.connect(transport as Transport);
  return made;
}

/** The text of a result that has one. */
export function textOf({ content }: { readonly content?: unknown }): string {
  const [first, ...rest] = content as { type: string; text: string }[];
  if (first?.type !== 'text' || rest.length > 0) throw new Error('the result is not one text');
  return first.text;
}
