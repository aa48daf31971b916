import { applyDecorators, createParamDecorator, UseInterceptors, type ExecutionContext } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { IdempotencyInterceptor } from './idempotency.interceptor.js';
import { IDEMPOTENCY_HEADER, KEY_PATTERN, type IdempotentRequest } from './idempotent-request.js';

/**
 * A route that a client may call again with the same Idempotency-Key without doing it twice. The handler passes
 * @IdempotencyKey() on to the service, whose transaction runs in Idempotency.once.
 */
export const Idempotent = (): MethodDecorator =>
  applyDecorators(
    UseInterceptors(IdempotencyInterceptor),
    ApiHeader({
      name: IDEMPOTENCY_HEADER,
      required: false,
      schema: { type: 'string', minLength: 1, maxLength: 255, pattern: KEY_PATTERN.source },
      example: 'order 66, line 1',
      description:
        'Your own key for this request. If it is sent again with the same key within 24 hours, it is not carried out again: the response is the first one, with the header `Idempotency-Replayed: true`',
    }),
  );

/** The request's Idempotency-Key with what belongs to it; undefined where the client sent none. */
export const IdempotencyKey = createParamDecorator((_: unknown, context: ExecutionContext) => {
  return context.switchToHttp().getRequest<FastifyRequest>().idempotent satisfies IdempotentRequest | undefined;
});
