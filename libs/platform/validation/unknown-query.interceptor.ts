import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { DomainError } from '../errors/domain-error.js';
import { unknownFields } from './unknown-fields.js';

/** A route that takes no query knows no query field: each one is a fault, as it is where a DTO says which there are. */
@Injectable()
export class UnknownQueryInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const { query } = context.switchToHttp().getRequest<FastifyRequest>();
    const unknown = unknownFields(query as object, []);
    if (unknown.length > 0 && !takesQuery(context)) throw new DomainError('validation', unknown);
    return next.handle();
  }
}

function takesQuery(context: ExecutionContext): boolean {
  const handler = context.getHandler().name;
  const parameters = Reflect.getMetadata(ROUTE_ARGS_METADATA, context.getClass(), handler) as object | undefined;
  return Object.keys(parameters ?? {}).some((key) => key.startsWith(`${RouteParamtypes.QUERY}:`));
}
