import { Catch, type ArgumentsHost, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError, type ErrorKind } from '../errors/domain-error.js';
import { ERROR_RESPONSES } from '../errors/error-responses.js';
import { NDJSON } from './ndjson.constants.js';
import { errorEnvelope } from './envelope.js';

declare module 'fastify' {
  interface FastifyReply {
    /** Of the error that was sent. */
    errorCode?: string;
  }
}

/** The only place that turns failures into responses. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    void sendError(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }
}

/** What reading a body fails with once the client's connection has gone. */
const BROKEN_OFF = new Set(['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE']);

/** Sends the envelope of a failure; unexpected errors are logged and sent as INTERNAL_ERROR. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = asDomainError(error, request);
  const { code, status } = ERROR_RESPONSES[known.kind];
  // Nothing has failed where a process says that it is ending.
  if (status >= 500 && known.kind !== 'unavailable') {
    request.log.error({ tenant: request.principal?.tenantId, err: known.cause ?? error }, known.message);
  }
  reply.errorCode = code;
  const seconds = known.retryAfterSeconds;
  if (seconds !== undefined) reply.headers({ 'x-ratelimit-retry-after': seconds, 'retry-after': seconds });
  return reply.status(status).send(errorEnvelope(request.id, code, known.faults));
}

function asDomainError(error: unknown, request: FastifyRequest): DomainError {
  if (error instanceof DomainError) return error;
  if (brokeOff(error, request)) {
    request.log.info({ tenant: request.principal?.tenantId }, 'the connection ended before the request did');
    return DomainError.callerGone();
  }
  return (
    fromFastifyError(error, request) ??
    new DomainError('internal', [{ message: 'something went wrong' }], { cause: error })
  );
}

/** The client has hung up: nothing has failed here, and no one receives the response. */
function brokeOff(error: unknown, { raw }: FastifyRequest): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return BROKEN_OFF.has(code) && raw.socket.destroyed;
}

/** What is not named here and is the client's fault is `validation`. */
const KIND_OF_STATUS: Readonly<Record<number, ErrorKind>> = {
  // Only what serves files answers 403, for a path that leads out of its folder or is spelled oddly: it shows no file.
  403: 'notFound',
  404: 'notFound',
  405: 'notFound',
  412: 'preconditionFailed',
  413: 'payloadTooLarge',
  415: 'unsupportedMediaType',
};

/** Of a route that takes a stream. */
export const NOT_NDJSON = `the body must be NDJSON (Content-Type: ${NDJSON})`;

/** Of refusals of the HTTP layer. */
export const MESSAGE_OF_KIND: Partial<Record<ErrorKind, string>> = {
  notFound: 'route not found',
  payloadTooLarge: 'the body must have at most 1 MiB',
  unsupportedMediaType: 'the body must be JSON (Content-Type: application/json)',
};

/** A refusal of the HTTP layer where none of our code ran (a broken body, a bad path, a file), as one of ours. */
function fromFastifyError(error: unknown, request: FastifyRequest): DomainError | undefined {
  const status = statusOf(error) ?? 500;
  if (status < 400 || status >= 500 || !(error instanceof Error)) return undefined;
  const kind = KIND_OF_STATUS[status] ?? 'validation';
  const isStream = kind === 'unsupportedMediaType' && request.routeOptions.config.streamed === true;
  return new DomainError(kind, [{ message: (isStream ? NOT_NDJSON : MESSAGE_OF_KIND[kind]) ?? error.message }]);
}

function statusOf(error: unknown): number | undefined {
  if (error instanceof HttpException) return error.getStatus();
  if (typeof error !== 'object' || error === null || !('statusCode' in error)) return undefined;
  return typeof error.statusCode === 'number' ? error.statusCode : undefined;
}
