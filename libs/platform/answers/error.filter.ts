import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../errors/domain-error.js';
import { ERROR_RESPONSES } from '../errors/error-responses.js';
import { errorEnvelope } from './envelope.js';
import { fromFastifyError } from './fastify-errors.js';

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

/** Sends the envelope of a failure; what nobody foresaw is logged and told as INTERNAL_ERROR. */
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
    fromFastifyError(error) ?? new DomainError('internal', [{ message: 'something went wrong' }], { cause: error })
  );
}

/** Nothing has failed here, and nobody is left to be answered: what is sent all the same goes nowhere. */
function brokeOff(error: unknown, { raw }: FastifyRequest): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return BROKEN_OFF.has(code) && raw.socket.destroyed;
}
