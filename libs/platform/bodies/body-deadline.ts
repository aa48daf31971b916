import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../errors/domain-error.js';
import { sendError } from '../answers/error.filter.js';

/** How long a client may take to send a body. */
const BODY_MS = 30_000;
const STREAMED_BODY_MS = 3_600_000;

/**
 * Ends a request whose body comes too slowly. Node's own requestTimeout would cut a long import too, and cannot be set
 * a route; its headersTimeout still holds until the headers are there.
 */
export function limitBodies(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    if (hasBody(request)) watch(request, reply);
    done();
  });
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function watch(request: FastifyRequest, reply: FastifyReply): void {
  const limit = request.routeOptions.config.streamed === true ? STREAMED_BODY_MS : BODY_MS;
  const timer = setTimeout(() => {
    if (request.raw.complete) return;
    reply.raw.once('finish', () => request.raw.destroy());
    if (reply.sent) request.raw.destroy();
    else {
      const late = DomainError.validation(`the body must arrive within ${limit / 1_000} seconds`);
      sendError(late, request, reply.header('connection', 'close'));
    }
  }, limit);
  const clear = (): void => {
    clearTimeout(timer);
  };
  request.raw.once('end', clear).once('close', clear);
}
