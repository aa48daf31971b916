import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';
import { successEnvelope, type SuccessEnvelope } from './envelope.js';
import { Tagged } from './etag.js';

/** The only maker of success envelopes. Handlers return their data, or data with an entity tag. */
@Injectable()
export class EnvelopeInterceptor implements NestInterceptor<unknown, SuccessEnvelope> {
  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<SuccessEnvelope> {
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
