import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ERROR_RESPONSES } from '../errors/error-responses.js';
import { traceIds } from '../observability/tracing/span.js';

/** Node.js warns of a leak beyond 10. */
const MAX_LISTENERS = 20;

/**
 * One line a request: who, what, how long. Never content, queries, keys or tokens; paths only as templates. One whose
 * client hung up before it was answered has the status 499, as in the logs of nginx, and is no error.
 */
export function logRequests(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    // Each part of the HTTP layer waits for the end of an answer, and a streamed one has listeners of its own.
    reply.raw.setMaxListeners(MAX_LISTENERS);
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) log(request, reply, ERROR_RESPONSES.callerGone.status);
    });
    done();
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    if (reply.raw.writableFinished) log(request, reply, reply.statusCode);
    done();
  });
}

function log(request: FastifyRequest, reply: FastifyReply, status: number): void {
  if (request.warmUp !== undefined) return;
  request.log.info(
    {
      tenant: request.principal?.tenantId,
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ...traceIds(request.span),
    },
    'request',
  );
}
