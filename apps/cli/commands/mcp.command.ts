import { Mneme } from '@mneme/client';
import { inProcessFetch, McpCalls, permissionsOf, resourceOf, serveOnStdio } from '@mneme/mcp';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { ensureDevelopmentKey } from '../../api/development-key.js';
import { tenantArgument } from '../arguments/arguments.js';
import { urlOption } from '../arguments/url-option.js';
import { UsageError } from '../command-io.js';
import type { CommandContext, DefineCommand } from '../command.js';

/** The client is on this machine. */
const IP = '127.0.0.1';
/** For a client of the API, which adds its tenant to every request but the one that says which tenant it is. */
const UNKNOWN_TENANT = 'unknown';

export const defineMcp: DefineCommand = (program, run) => {
  program
    .command('mcp')
    .option('--tenant <tenant>', 'with --url: tenant of the key; MNEME_TENANT where left out', tenantArgument)
    .addOption(urlOption())
    .description('serve MCP on standard input and output, for an assistant that starts this command')
    .action(({ tenant }: { readonly tenant?: string }) => {
      // Without --url, the key says whose memories are served.
      if (tenant !== undefined) throw new UsageError('--tenant belongs to --url: the tenant is that of the key.');
      return run(serve, { http: true });
    });
};

/** Every call of a tool goes through the HTTP layer of the service, in this process. */
async function serve({ app, installation, io }: CommandContext): Promise<undefined> {
  const apiKey = io.apiKey ?? (await ensureDevelopmentKey(app, installation));
  if (apiKey === undefined) throw new UsageError('Set MNEME_API_KEY to the key whose memories are served.');
  const fastify = app.get(HttpAdapterHost).httpAdapter.getInstance<FastifyInstance>();
  await fastify.ready();
  const fetch = inProcessFetch(fastify, { ip: IP });
  const clientOf = (tenantId: string): Mneme => new Mneme({ apiKey, tenantId, fetch, maxRetries: 0 });
  const permissions = await permissionsOf(clientOf(UNKNOWN_TENANT));
  const caller = {
    mneme: clientOf(permissions?.tenantId ?? UNKNOWN_TENANT),
    scopes: permissions?.scopes,
    addressOf: resourceOf,
    observe: app.get(McpCalls).observe,
  };
  await serveOnStdio(caller, { input: io.in, output: io.out, signal: io.signal });
}
