import { applyDecorators, createParamDecorator, UseInterceptors, type ExecutionContext } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { IdempotencyInterceptor } from './idempotency.interceptor.js';
import { IDEMPOTENCY_HEADER, type IdempotentRequest } from './idempotent-request.js';

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
      schema: { type: 'string', minLength: 1, maxLength: 255 },
      description:
        'Sent again within 24 hours with the same key, the request is not carried out again: the first answer comes back, with the header `Idempotency-Replayed: true`',
    }),
  );

/** The request's Idempotency-Key with what belongs to it; undefined where the client sent none. */
export const IdempotencyKey = createParamDecorator((_: unknown, context: ExecutionContext) => {
  return context.switchToHttp().getRequest<FastifyRequest>().idempotent satisfies IdempotentRequest | undefined;
});
