import type { Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { type Mneme, MnemeError } from '@mneme/client';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { decodeJwt } from 'jose';
import { type McpCaller, mcpServer } from './mcp-server.js';

/** A message may be this long; a request to the API has 1 MiB at most. */
const MAX_MESSAGE_BYTES = 4_194_304;
/** A client waits for its first response while the service is asked. */
const ASK_MS = 3_000;

/** The two ends of a connection, a message a line. */
export interface StdioEnds {
  readonly input: Readable;
  readonly output: Writable;
  /** Aborted where the connection is to end. */
  readonly signal: AbortSignal;
}

/** Serves one client until it ends its input. */
export async function serveOnStdio(caller: McpCaller, { input, output, signal }: StdioEnds): Promise<void> {
  const transport = new StdioServerTransport(input, output, { maxBufferSize: MAX_MESSAGE_BYTES });
  const connection = serveStdio(() => mcpServer(caller), { transport });
  try {
    await finished(input, { signal, writable: false });
  } catch (error) {
    // A client that breaks off has ended too.
    if (!signal.aborted && !isBrokenOff(error)) throw error;
  } finally {
    await connection.close();
  }
}

/** What the service says about a credential. */
export interface Permissions {
  readonly tenantId: string;
  readonly scopes: ReadonlySet<string>;
}

/**
 * @returns undefined where the service does not answer, in at most 3 s
 * @throws MnemeError where it does not accept the credential
 */
export async function permissionsOf(mneme: Mneme): Promise<Permissions | undefined> {
  try {
    const { token, tenantId } = await mneme.tokens.exchange({ timeoutMs: ASK_MS, deadlineMs: ASK_MS });
    const { scope } = decodeJwt<{ scope?: string }>(token);
    return { tenantId, scopes: new Set(scope?.split(' ')) };
  } catch (error) {
    if (error instanceof MnemeError && (error.status === undefined || error.status >= 500)) return undefined;
    throw error;
  }
}

function isBrokenOff(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
}
