import {
  Injectable,
  StreamableFile,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';
import { Answer } from './answer.js';
import { successEnvelope, type SuccessEnvelope } from './envelope.js';

/** The only maker of success envelopes. Handlers return their data, or an Answer: data with what goes around it; a stream is sent as it is. */
@Injectable()
export class EnvelopeInterceptor implements NestInterceptor<unknown, SuccessEnvelope | StreamableFile> {
  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<SuccessEnvelope | StreamableFile> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    return next.handle().pipe(
      map((result) => {
        if (result instanceof StreamableFile) return result;
        if (!(result instanceof Answer)) return successEnvelope(request.id, result);
        const { status, etag, replayed } = result.parts;
        const reply = http.getResponse<FastifyReply>();
        if (status !== undefined) void reply.status(status);
        if (etag !== undefined) reply.header('etag', etag);
        if (replayed === true) reply.header('idempotency-replayed', 'true');
        return successEnvelope(request.id, result.data, result.parts);
      }),
    );
  }
}
