import { AsyncLocalStorage } from 'node:async_hooks';
import { context, ROOT_CONTEXT } from '@opentelemetry/api';
import type { FastifyInstance } from 'fastify';
import { newRequestId } from './request-id.js';

const current = new AsyncLocalStorage<string>();

/** The request that is being answered; outside of requests (commands, jobs) a new identifier. */
export function currentRequestId(): string {
  return current.getStore() ?? newRequestId();
}

/** For work that goes on by itself: it belongs to no request and no trace, also where a request has woken it. */
export function outsideRequests<T>(work: () => T): T {
  return current.exit(() => context.with(ROOT_CONTEXT, work));
}

/** Lets whatever a request's handler calls know the request, without handing it down through every signature. */
export function rememberRequests(fastify: FastifyInstance): void {
  fastify.addHook('preHandler', (request, _, done) => {
    current.run(request.id, done);
  });
}
