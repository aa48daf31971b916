import type { FastifyInstance } from 'fastify';
import { traceIds } from '../observability/tracing/span.js';

/** One line a request: who, what, how long. Never content, queries, keys or tokens; paths only as templates. */
export function logRequests(fastify: FastifyInstance): void {
  fastify.addHook('onResponse', (request, reply, done) => {
    request.log.info(
      {
        tenant: request.principal?.tenantId,
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ...traceIds(request.span),
      },
      'request',
    );
    done();
  });
}
