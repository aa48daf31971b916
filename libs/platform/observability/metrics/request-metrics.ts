import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ERROR_RESPONSES } from '../../errors/error-responses.js';
import type { Metrics } from './metrics.js';
import { measureProcess } from './process-metrics.js';

const BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Clients may send any method; only those that routes know are distinguished. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS']);

const CALLER_GONE = ERROR_RESPONSES.callerGone;

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
  const count = (request: FastifyRequest, reply: FastifyReply, status: number, code: string | undefined): void => {
    if (request.warmUp !== undefined) return;
    const method = METHODS.has(request.method) ? request.method : 'other';
    const labels = { method, route: request.routeOptions.url ?? 'unknown', status };
    durations.observe(labels, reply.elapsedTime / 1_000);
    if (code !== undefined) errors.inc({ code });
  };
  fastify.addHook('onRequest', (request, reply, done) => {
    underWay.inc();
    reply.raw.once('close', () => {
      underWay.dec();
      if (!reply.raw.writableFinished) count(request, reply, CALLER_GONE.status, CALLER_GONE.code);
    });
    done();
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    if (reply.raw.writableFinished) count(request, reply, reply.statusCode, reply.errorCode);
    done();
  });
}
