import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { Idempotency, stillAtWork } from './idempotency.js';
import { idempotentRequestOf, type IdempotentRequest } from './idempotent-request.js';
import { IdempotencyConflictError } from './idempotency-conflict.error.js';
import { InFlightRequests } from './in-flight-requests.js';

/** Answers a repeated request as the first one was, before anything else looks at it. */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor<unknown, unknown> {
  constructor(
    private readonly idempotency: Idempotency,
    private readonly inFlight: InFlightRequests,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const tenant = request.principal?.tenantId;
    const keyed = tenant === undefined ? undefined : idempotentRequestOf(request, tenant);
    if (keyed === undefined) return next.handle();
    request.idempotent = keyed;
    const stream = request.body instanceof Readable ? request.body : undefined;
    return from(this.answer(keyed, stream, () => lastValueFrom(next.handle())));
  }

  private async answer(
    keyed: IdempotentRequest,
    stream: Readable | undefined,
    handle: () => Promise<unknown>,
  ): Promise<unknown> {
    const end = this.inFlight.begin(keyed);
    try {
      return (await this.idempotency.earlier(keyed, stream)) ?? (await this.handled(handle));
    } finally {
      end();
    }
  }

  private async handled(handle: () => Promise<unknown>): Promise<unknown> {
    try {
      return await handle();
    } catch (error) {
      if (!(error instanceof IdempotencyConflictError)) throw error;
      // Another process has it: what it committed meanwhile is the answer.
      const earlier = await this.idempotency.earlier(error.request);
      if (earlier === undefined) throw stillAtWork();
      return earlier;
    }
  }
}
