import { Mneme } from '@mneme/client';
import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport } from '@modelcontextprotocol/server';
import { mcpServer } from '../../../libs/mcp/mcp-server.js';

const metadata = { request_id: 'req_1', timestamp: '2026-01-01T00:00:00Z', version: 'v1' };

/** A request that a tool makes of the service. */
export interface Asked {
  readonly path: string;
  readonly body: any;
}

/**
 * A client of an MCP server in this process, which asks this for a service.
 * @param answer to a request: its data, or a response as it is
 * @param observed gets the name of each call and how it ended
 */
export async function clientOfService(answer: (asked: Asked) => unknown, observed: string[] = []): Promise<Client> {
  const fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    const body = typeof init?.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined;
    const data = answer({ path: pathname, body });
    return Promise.resolve(data instanceof Response ? data : Response.json({ success: true, data, metadata }));
  };
  const [here, there] = InMemoryTransport.createLinkedPair();
  const server = mcpServer({
    mneme: new Mneme({ apiKey: 'k', tenantId: 't', fetch, maxRetries: 0 }),
    scopes: undefined,
    addressOf: (id) => `https://m.test/${id}`,
    observe: async (tool, work) => observed.push(`${tool} ${await work()}`),
  });
  await server.connect(there);
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(here);
  return client;
}

/** What the service answers where it refuses. */
export function refusal(status: number, errors: readonly object[]): Response {
  return Response.json({ success: false, errors, metadata }, { status });
}
