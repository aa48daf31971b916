import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';
import { successEnvelope } from './envelope.js';
import { Tagged } from './etag.js';
import { RAW_RESPONSE } from './raw-response.decorator.js';

/** The only maker of success envelopes. Handlers return their data, or data with an entity tag. */
@Injectable()
export class EnvelopeInterceptor implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    if (this.reflector.get<boolean | undefined>(RAW_RESPONSE, context.getHandler()) === true) return next.handle();
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    return next.handle().pipe(
      map((result) => {
        if (!(result instanceof Tagged)) return successEnvelope(request.id, result);
        http.getResponse<FastifyReply>().header('etag', result.etag);
        return successEnvelope(request.id, result.data);
      }),
    );
  }
}
