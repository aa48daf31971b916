import type { FastifyInstance, FastifyRequest } from 'fastify';

const CHECK_MS = 50;
/** Imports and exports can take longer than a service may take to stop. */
const STREAM_GRACE_MS = 15_000;

/**
 * While closing, a connection is ended as soon as it has been answered: Node itself ends only those that are idle when
 * closing begins, and would wait for the others as long as they are kept alive. A stream is cut after 15 s: its client
 * sees that it is not whole, and begins again.
 */
export function drainConnections(fastify: FastifyInstance): void {
  let timer: NodeJS.Timeout | undefined;
  let cut: NodeJS.Timeout | undefined;
  const streams = new Set<FastifyRequest['raw']>();
  fastify.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.streamed === true) {
      streams.add(request.raw);
      reply.raw.once('close', () => streams.delete(request.raw));
    }
    done();
  });
  fastify.addHook('preClose', (done) => {
    timer = setInterval(() => {
      fastify.server.closeIdleConnections();
    }, CHECK_MS);
    cut = setTimeout(() => {
      for (const request of streams) request.destroy();
    }, STREAM_GRACE_MS);
    done();
  });
  fastify.addHook('onClose', (_, done) => {
    clearInterval(timer);
    clearTimeout(cut);
    done();
  });
}
