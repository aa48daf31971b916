import type { FastifyInstance, FastifyRequest } from 'fastify';
import { SpanKind, SpanStatusCode, type Span } from '@opentelemetry/api';
import { activate, startSpan } from '../observability/tracing/span.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Where requests are traced. */
    span?: Span;
  }
}

/** What orchestrators, Prometheus and browsers ask tells nothing of the service's work. */
const UNTRACED = /^\/($|(health|metrics|docs|openapi)\b)/;

/**
 * A span a request, from its first byte to the last of its answer, going on with the `traceparent` that the client
 * sent. It says which route, which tenant and what came of it; never a path, a query or anything of a body.
 */
export function traceRequests(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, _, done) => {
    const { method, id, routeOptions, headers } = request;
    const route = routeOptions.url ?? 'unknown';
    if (!UNTRACED.test(route) && request.warmUp === undefined) {
      const attributes = { 'http.request.method': method, 'http.route': route, 'mneme.request_id': id };
      const parent = typeof headers['traceparent'] === 'string' ? headers['traceparent'] : null;
      const span = startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes, parent });
      if (span !== undefined) request.span = span;
    }
    done();
  });
  fastify.addHook('preHandler', (request, _, done) => {
    activate(request.span, done);
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    end(request, reply.statusCode, reply.errorCode);
    done();
  });
  fastify.addHook('onRequestAbort', (request, done) => {
    end(request, undefined, 'aborted');
    done();
  });
}

function end({ span, principal }: FastifyRequest, status: number | undefined, error: string | undefined): void {
  if (span === undefined) return;
  if (principal !== undefined) span.setAttribute('mneme.tenant', principal.tenantId);
  if (status !== undefined) span.setAttribute('http.response.status_code', status);
  if (error !== undefined) span.setAttribute('error.type', error);
  if (status === undefined || status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}
