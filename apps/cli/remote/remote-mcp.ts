import type { Mneme } from '@mneme/client';
import { permissionsOf, serveOnStdio } from '@mneme/mcp';
import type { CommandIo } from '../command-io.js';

/** A client that has heard nothing for a minute gives up: the service has less. */
export const MCP_LIMITS = { timeoutMs: 25_000, deadlineMs: 45_000 };

/** Serves MCP on standard input and output, with the memories of a service at an address. It starts also where that does not answer. */
export async function serveMcpFrom(mneme: Mneme, io: CommandIo): Promise<void> {
  const permissions = await permissionsOf(mneme);
  const caller = {
    mneme,
    scopes: permissions?.scopes,
    addressOf: (id: string) => `${mneme.baseUrl}/api/v1/memories/${id}`,
    observe: (_tool: string, work: () => Promise<unknown>) => work(),
  };
  await serveOnStdio(caller, { input: io.in, output: io.out, signal: io.signal });
}
