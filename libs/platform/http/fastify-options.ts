import type { Server } from 'node:http';
import { LogController, type FastifyHttpOptions, type FastifyServerOptions } from 'fastify';
import type { AppConfig } from '../config/app-config.js';
import type { Logger } from 'pino';
import { answerBrokenRequest } from './broken-requests.js';
import { sendError } from '../answers/error.filter.js';
import { requestIdOf } from '../context/request-id.js';

const BODY_LIMIT_BYTES = 1_048_576;
/** Until the headers are there; bodies have their own deadline (body-deadline.ts). */
const HEADERS_TIMEOUT_MS = 30_000;
/** A connection on which nothing moves in either direction, a request under way or not, is ended. */
const STALL_MS = 120_000;
/** Longer than the idle time of the usual load balancers, so that they and not we end a connection. */
const KEEP_ALIVE_MS = 72_000;

/** The server under Nest: limits, time-outs, and envelopes even where no route is reached. */
export function fastifyOptions(config: AppConfig, logger: Logger): FastifyHttpOptions<Server> {
  return {
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    // Node would answer a request without Host itself, without an envelope: request-headers.ts refuses it.
    http: { headersTimeout: HEADERS_TIMEOUT_MS, requireHostHeader: false },
    connectionTimeout: STALL_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // While draining, requests on open connections are still answered; each answer closes its connection.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    trustProxy: trustProxy(config.trustProxy),
    genReqId: requestIdOf,
    // A malformed identifier of any length is answered by its route, as an unknown one is.
    routerOptions: { maxParamLength: 16_384 },
    frameworkErrors: (error, request, reply) => {
      const headers = request.server.answerHeaders?.of({ ip: request.ip, request }) ?? {};
      sendError(error, request, reply.headers({ ...headers, 'x-request-id': request.id }));
    },
    clientErrorHandler: answerBrokenRequest,
  };
}

function trustProxy(setting: AppConfig['trustProxy']): NonNullable<FastifyServerOptions['trustProxy']> {
  if (typeof setting === 'boolean') return setting;
  return typeof setting === 'number' ? (_address, hop) => hop < setting : [...setting];
}
