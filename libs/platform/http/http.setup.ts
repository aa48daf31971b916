import cors, { type FastifyCorsOptions } from '@fastify/cors';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import type { AppConfig } from '../config/app-config.js';
import { AnswerHeaders } from '../answers/answer-headers.js';
import { limitBodies } from '../bodies/body-deadline.js';
import { takeOddRequests } from './broken-requests.js';
import { drainConnections } from './drain.js';
import { ErrorFilter } from '../answers/error.filter.js';
import { DomainError } from '../errors/domain-error.js';
import { parseJsonBody } from '../bodies/json-body.js';
import { NDJSON } from '../answers/ndjson.constants.js';
import { Metrics } from '../observability/metrics/metrics.js';
import { measureRequests } from '../observability/metrics/request-metrics.js';
import { rememberRequests } from '../context/request-context.js';
import { refuseUnclearHeaders } from './request-headers.js';
import { logRequests } from './request-log.js';
import { traceRequests } from './request-trace.js';
import { setSecurityHeaders } from './security-headers.js';
import { WarmUp } from '../warm-up/warm-up.js';

/** Everything around the controllers: headers, bodies, errors, logs. The order is the order in a request's life. */
export async function setUpHttp(app: NestFastifyApplication, config: AppConfig): Promise<void> {
  const fastify = app.getHttpAdapter().getInstance();
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  rememberRequests(fastify);
  app.get(WarmUp).caller.recognize(fastify);
  if (config.tracing !== undefined) traceRequests(fastify);
  app.get(AnswerHeaders).attachTo(fastify);
  logRequests(fastify);
  measureRequests(fastify, app.get(Metrics));
  drainConnections(fastify);
  limitBodies(fastify);
  setSecurityHeaders(fastify);
  if (config.corsOrigins.length > 0) await app.register(cors, { ...CORS, origin: [...config.corsOrigins] });
  takeOddRequests(fastify);
  refuseUnclearHeaders(fastify);
  parseBodies(fastify);
  app.useGlobalFilters(new ErrorFilter());
}

function parseBodies(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_, body: Buffer, done) => {
    try {
      done(null, parseJsonBody(body));
    } catch (error) {
      done(error as Error);
    }
  });
  // Only routes that say so read a stream; to all others NDJSON is an unsupported type.
  fastify.addContentTypeParser(NDJSON, (request, payload, done) => {
    if (request.routeOptions.config.streamed === true) done(null, payload);
    else done(new DomainError('unsupportedMediaType', [{ message: 'the body must be JSON' }]));
  });
}

const CORS: FastifyCorsOptions = {
  methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
  allowedHeaders: [
    'authorization',
    'content-type',
    'idempotency-key',
    'if-match',
    'x-request-id',
    // Of MCP.
    'last-event-id',
    'mcp-method',
    'mcp-name',
    'mcp-protocol-version',
    'mcp-session-id',
  ],
  exposedHeaders: [
    'etag',
    'idempotency-replayed',
    'retry-after',
    'www-authenticate',
    'x-ratelimit-limit',
    'x-ratelimit-remaining',
    'x-ratelimit-reset',
    'x-ratelimit-retry-after',
    'x-request-id',
  ],
  maxAge: 600,
};
