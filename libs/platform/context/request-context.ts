import { AsyncLocalStorage } from 'node:async_hooks';
import { context, ROOT_CONTEXT } from '@opentelemetry/api';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TenantId } from '../ids/tenant-id.js';
import { newRequestId } from './request-id.js';

/** For whom something is done: a request of an authenticated caller, or a job's part for one tenant. */
type Origin = { readonly began: number } & (
  { readonly request: FastifyRequest; readonly caller?: AbortSignal | undefined } | { readonly tenant: TenantId }
);

const current = new AsyncLocalStorage<Origin>();

/** The request that is being answered; outside of requests (commands, jobs) a new identifier. */
export function currentRequestId(): string {
  const origin = current.getStore();
  return origin !== undefined && 'request' in origin ? origin.request.id : newRequestId();
}

/** What every line of the log says of where it comes from, as far as there is something to say. */
export function originLabels(): { readonly reqId?: string; readonly tenant?: string } {
  const origin = current.getStore();
  if (origin === undefined) return {};
  if ('tenant' in origin) return { tenant: origin.tenant };
  const { id, principal } = origin.request;
  return principal === undefined ? { reqId: id } : { reqId: id, tenant: principal.tenantId };
}

/** Whose credential is behind what is being done: `apiKey:<uuid>`, `service:<uuid>` or `user:<subject>`; undefined for jobs and commands. */
export function currentAuthor(): string | undefined {
  const origin = current.getStore();
  const principal = origin !== undefined && 'request' in origin ? origin.request.principal : undefined;
  return principal === undefined ? undefined : `${principal.kind}:${principal.keyId ?? principal.tenantId}`;
}

/** A part of a job that is done for one tenant: lines of the log say so. */
export function forTenant<T>(tenant: TenantId, work: () => T): T {
  return current.run({ tenant, began: performance.now() }, work);
}

/** When the request, or the part of a job, began that is being worked on, on the clock of `performance.now()`. */
export function workBegan(): number | undefined {
  return current.getStore()?.began;
}

/** For work that goes on by itself: it belongs to no request and no trace, also where a request has woken it. */
export function outsideRequests<T>(work: () => T): T {
  return current.exit(() => context.with(ROOT_CONTEXT, work));
}

/** Whether a client waits for what is being done. */
export function isInRequest(): boolean {
  const origin = current.getStore();
  return origin !== undefined && 'request' in origin;
}

/** Whether what is being done warms up the process: nothing is recorded of it. */
export function isWarmUp(): boolean {
  const origin = current.getStore();
  return origin !== undefined && 'request' in origin && origin.request.warmUp !== undefined;
}

/**
 * Aborted where the client of a request that only reads hangs up before it is answered. Undefined where work goes on
 * without its client: writes, jobs, commands, and what several requests share.
 */
export function callerSignal(): AbortSignal | undefined {
  const origin = current.getStore();
  return origin !== undefined && 'request' in origin ? origin.caller : undefined;
}

/** For work whose result others wait for too, or find later: it does not end with the client that had it begun. */
export function forAllCallers<T>(work: () => T): T {
  const origin = current.getStore();
  if (origin === undefined || !('request' in origin)) return work();
  return current.run({ request: origin.request, began: origin.began }, work);
}

/** Makes the request known to everything that its handler calls, without passing it through every signature. */
export function rememberRequests(fastify: FastifyInstance): void {
  fastify.addHook('preHandler', (request, reply, done) => {
    const caller = onlyReads(request) ? callerOf(reply) : undefined;
    current.run({ request, caller, began: performance.now() }, done);
  });
}

function onlyReads({ method, routeOptions }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD' || routeOptions.config.onlyReads === true;
}

function callerOf({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  // Fastify's own `request.signal` is aborted as soon as the body of a POST has been read.
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort();
  });
  if (raw.destroyed) controller.abort();
  return controller.signal;
}
