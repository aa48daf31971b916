import { Mneme } from '@mneme/client';
import { AppConfig } from '@mneme/platform/config';
import { failureText } from '@mneme/platform/observability';
import type { Principal } from '@mneme/platform/auth';
import { createMcpHandler, type McpRequestContext } from '@modelcontextprotocol/server';
import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { inProcessFetch } from './http/in-process-fetch.js';
import { McpCalls } from './mcp-calls.js';
import { type McpCaller, mcpServer } from './mcp-server.js';
import { publicUrl } from './http/public-url.js';

/** Streams of clients that wait for changes of lists. There are none, so few can wait. */
const MAX_SUBSCRIPTIONS = 100;

/** Answers MCP over HTTP: a server for each request, with no state between two, so any process can answer any of them. */
@Injectable()
export class McpService implements BeforeApplicationShutdown {
  private readonly logger = new Logger(McpService.name);
  private readonly handler = createMcpHandler((context) => mcpServer(callerIn(context)), {
    legacy: 'stateless',
    maxSubscriptions: MAX_SUBSCRIPTIONS,
    onerror: (error) => this.logger.debug(`an MCP request could not be served: ${failureText(error)}`),
  });

  constructor(
    private readonly config: AppConfig,
    private readonly calls: McpCalls,
  ) {}

  /** Ends what waits, so that the process can. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.handler.close();
  }

  /** @param body as it was parsed; undefined where there is none */
  async answer(request: FastifyRequest, reply: FastifyReply, caller: Principal, body: unknown): Promise<Response> {
    const token = request.headers.authorization?.replace(/^\S+ +/, '').trim() ?? '';
    const authInfo = {
      token,
      clientId: caller.keyId ?? caller.tenantId,
      scopes: [...caller.scopes],
      extra: { caller: this.callerOf(request, caller, token) },
    };
    const parsed = body === undefined ? {} : { parsedBody: body };
    const response = await this.handler.fetch(webRequest(request, reply), { authInfo, ...parsed });
    // Whether the connection stays open is for the HTTP server to say.
    response.headers.delete('connection');
    return response;
  }

  private callerOf(request: FastifyRequest, { tenantId, scopes }: Principal, token: string): McpCaller {
    const base = publicUrl(this.config, request);
    const mneme = new Mneme({
      apiKey: token,
      tenantId,
      baseUrl: base,
      fetch: inProcessFetch(request.server, { ip: request.ip, requestId: request.id }),
      // In one process, a second try finds what the first one did.
      maxRetries: 0,
    });
    return { mneme, scopes, addressOf: (id) => `${base}/api/v1/memories/${id}`, observe: this.calls.observe };
  }
}

function callerIn({ authInfo }: McpRequestContext): McpCaller {
  const caller = authInfo?.extra?.['caller'] as McpCaller | undefined;
  if (caller === undefined) throw new Error('a request of MCP has no caller');
  return caller;
}

/** The request in the form that the protocol's package reads. It is aborted where the client hangs up. */
function webRequest({ method, url, headers }: FastifyRequest, { raw }: FastifyReply): Request {
  const hungUp = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) hungUp.abort();
  });
  if (raw.destroyed) hungUp.abort();
  const sent = new Headers();
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) sent.set(name, String(value));
  const body = method === 'POST' ? { body: '' } : {};
  return new Request(new URL(url, 'http://service'), { method, headers: sent, signal: hungUp.signal, ...body });
}
