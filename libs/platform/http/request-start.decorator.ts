import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply } from 'fastify';

/** When the request came in, on the clock of `performance.now()`. */
export const RequestStart = createParamDecorator((_: unknown, context: ExecutionContext): number => {
  return performance.now() - context.switchToHttp().getResponse<FastifyReply>().elapsedTime;
});
