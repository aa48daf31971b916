import { currentTraceparent } from '@mneme/platform/observability';
import type { FastifyInstance } from 'fastify';
import inject, { type DispatchFunc, type InjectOptions, type Response as Injected } from 'light-my-request';

/** Where the requests come from, for the log and the limits. */
export interface RequestOrigin {
  /** Address of the caller. */
  readonly ip: string;
  /** Requests that serve one of a caller have its identifier. */
  readonly requestId?: string | undefined;
}

/** Statuses of responses that can have no body. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * `fetch` for requests to this process itself: they go through the same hooks, guards, limits and logs as those that come
 * over the network, without a socket. Aborting one is to the service what a client is that hangs up.
 */
export function inProcessFetch(fastify: FastifyInstance, { ip, requestId }: RequestOrigin): typeof fetch {
  return async (input, init = {}) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input);
    const traceparent = currentTraceparent();
    const headers = {
      ...Object.fromEntries(new Headers(init.headers)),
      ...(requestId !== undefined && { 'x-request-id': requestId }),
      ...(traceparent !== null && { traceparent }),
    };
    const request: InjectOptions = {
      method: init.method ?? 'GET',
      url: `${pathname}${search}`,
      headers,
      remoteAddress: ip,
      ...(typeof init.body === 'string' && { payload: init.body }),
    };
    const { statusCode, headers: sent, rawPayload } = await dispatched(fastify, request, init.signal ?? undefined);
    const body = WITHOUT_BODY.has(statusCode) ? null : new Uint8Array(rawPayload);
    return new Response(body, { status: statusCode, headers: headersOf(sent) });
  };
}

/** @throws Error where the signal is aborted before there is a response */
async function dispatched(
  fastify: FastifyInstance,
  request: InjectOptions,
  signal: AbortSignal | undefined,
): Promise<Injected> {
  signal?.throwIfAborted();
  let hangUp: () => void = () => undefined;
  const dispatch: DispatchFunc = (incoming, response) => {
    hangUp = () => response.destroy();
    // What has been written is with its reader: no socket has to take it first. A response that is over but not finished
    // would pass for one whose client has hung up.
    Object.defineProperty(response, 'writableFinished', { get: () => response.writableEnded });
    fastify.routing(incoming, response);
  };
  const abort = (): void => hangUp();
  signal?.addEventListener('abort', abort, { once: true });
  try {
    return await inject(dispatch, request);
  } finally {
    signal?.removeEventListener('abort', abort);
  }
}

function headersOf(sent: NodeJS.Dict<number | string | string[]>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(sent)) {
    for (const each of Array.isArray(value) ? value : [value])
      if (each !== undefined) headers.append(name, String(each));
  }
  return headers;
}
