import type { FastifyInstance } from 'fastify';
import type { Metrics } from './metrics.js';
import { measureProcess } from './process-metrics.js';

const BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Rate and latency of requests by route template and status, and what Node.js tells of the process. */
export function measureRequests(fastify: FastifyInstance, metrics: Metrics): void {
  measureProcess(metrics);
  const durations = metrics.histogram(
    'mneme_http_request_duration_seconds',
    'Time from the first byte of a request to the last of its answer',
    BUCKETS_SECONDS,
    ['method', 'route', 'status'],
  );
  fastify.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request;
    durations.observe(
      { method, route: routeOptions.url ?? 'unknown', status: reply.statusCode },
      reply.elapsedTime / 1_000,
    );
    done();
  });
}
