import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const CHECK_MS = 50;
/** Imports and exports can take longer than a service may take to stop. */
const STREAM_GRACE_MS = 15_000;
/** Clients open connections that they may never use. Longer than a request takes to arrive once its connection is there. */
const UNUSED_GRACE_MS = 2_000;

/**
 * While closing, a connection is ended as soon as it has been answered: Node itself ends only those that are idle when
 * closing begins, and would wait for the others as long as they are kept alive. Connections on which nothing was ever asked
 * are ended after 2 s: to Node they are not idle. A stream is cut after 15 s: its client sees that it is not whole, and
 * begins again.
 */
export function drainConnections(fastify: FastifyInstance): void {
  const timers: NodeJS.Timeout[] = [];
  const streams = new Set<FastifyRequest['raw']>();
  const unused = unusedConnections(fastify);
  fastify.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.streamed === true) {
      streams.add(request.raw);
      reply.raw.once('close', () => streams.delete(request.raw));
    }
    done();
  });
  fastify.addHook('preClose', (done) => {
    const closeIdle = setInterval(() => {
      fastify.server.closeIdleConnections();
    }, CHECK_MS);
    timers.push(closeIdle, later(STREAM_GRACE_MS, streams), later(UNUSED_GRACE_MS, unused));
    done();
  });
  fastify.addHook('onClose', (_, done) => {
    for (const timer of timers) clearTimeout(timer);
    done();
  });
}

/** Destroys what is left of them after a time. */
function later(ms: number, left: ReadonlySet<{ destroy(): void }>): NodeJS.Timeout {
  return setTimeout(() => {
    for (const each of left) each.destroy();
  }, ms);
}

/** Those on which no request has come yet. */
function unusedConnections({ server }: FastifyInstance): ReadonlySet<Socket> {
  const unused = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  server.on('request', ({ socket }: IncomingMessage) => unused.delete(socket));
  return unused;
}
