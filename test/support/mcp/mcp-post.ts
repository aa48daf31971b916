import { asItCame, type Api, type ApiResponse } from '../service/api.js';

/** A request of the revision that most clients speak, without a client. */
export async function mcpPost(
  { url, token }: Api,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
  signal?: AbortSignal,
): Promise<ApiResponse> {
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-06-18',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...(signal !== undefined && { signal }),
  });
  return asItCame(response);
}

/** A call of a tool. */
export function toolCall(name: string, args: object, id = 1): object {
  return { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } };
}

/** The JSON-RPC messages of a response, which come as events. */
export function messagesOf({ text }: ApiResponse): any[] {
  const events = text.split('\n').filter((line) => line.startsWith('data: {'));
  return events.map((line) => JSON.parse(line.slice('data: '.length)) as unknown);
}
