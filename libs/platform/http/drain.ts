import type { FastifyInstance } from 'fastify';

const CHECK_MS = 50;

/**
 * While closing, a connection is ended as soon as it has been answered: Node itself ends only those that are idle when
 * closing begins, and would wait for the others as long as they are kept alive.
 */
export function drainConnections(fastify: FastifyInstance): void {
  let timer: NodeJS.Timeout | undefined;
  fastify.addHook('preClose', (done) => {
    timer = setInterval(() => {
      fastify.server.closeIdleConnections();
    }, CHECK_MS);
    done();
  });
  fastify.addHook('onClose', (_, done) => {
    clearInterval(timer);
    done();
  });
}
