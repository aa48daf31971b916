import { applyDecorators, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiBody } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { DomainError } from '../errors/domain-error.js';
import { NOT_NDJSON } from '../answers/error.filter.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body or the answer is a stream, however long it takes. */
    streamed?: boolean;
  }
}

/** A route that answers with a stream: it is not hurried while it flows, and cut late when the service stops. */
export const Streamed = (): MethodDecorator => RouteConfig({ streamed: true });

/** A streamed route whose body is NDJSON, read as it comes: the handler takes it as @NdjsonBody(). */
export const StreamedNdjson = (example: string): MethodDecorator =>
  applyDecorators(
    Streamed(),
    ApiBody({ required: true, schema: { type: 'string', example }, description: 'A JSON record a line' }),
  );

/** The body's bytes. @throws DomainError unsupportedMediaType where the request has another type */
export const NdjsonBody = createParamDecorator((_: unknown, context: ExecutionContext): Readable => {
  const { body } = context.switchToHttp().getRequest<FastifyRequest>();
  if (body instanceof Readable) return body;
  throw new DomainError('unsupportedMediaType', [{ message: NOT_NDJSON }]);
});
