import type { FastifyInstance } from 'fastify';
import type { Metrics } from './metrics.js';
import { measureProcess } from './process-metrics.js';

const BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Clients may send any method; only those that routes know are told apart. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS']);

/** Rate and latency of requests by route template and status, and what Node.js tells of the process. */
export function measureRequests(fastify: FastifyInstance, metrics: Metrics): void {
  measureProcess(metrics);
  const durations = metrics.histogram(
    'mneme_http_request_duration_seconds',
    'Time from the first byte of a request to the last of its answer',
    BUCKETS_SECONDS,
    ['method', 'route', 'status'],
  );
  const errors = metrics.counter('mneme_http_errors_total', 'Answers that are an error', ['code']);
  const underWay = metrics.gauge('mneme_http_requests_under_way', 'Requests that are being answered');
  fastify.addHook('onRequest', (_, reply, done) => {
    underWay.inc();
    // Also where the client hangs up before its answer.
    reply.raw.once('close', () => {
      underWay.dec();
    });
    done();
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    const method = METHODS.has(request.method) ? request.method : 'other';
    const labels = { method, route: request.routeOptions.url ?? 'unknown', status: reply.statusCode };
    durations.observe(labels, reply.elapsedTime / 1_000);
    if (reply.errorCode !== undefined) errors.inc({ code: reply.errorCode });
    done();
  });
}
