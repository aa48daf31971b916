import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { DomainError, type Fault } from '../errors/domain-error.js';
import { MAX_FAULTS, unknownFields } from './unknown-fields.js';

/**
 * A route that takes no query knows no query field, and one that takes no body no field of a body: each one is a fault, as
 * it is where a DTO says which there are.
 */
@Injectable()
export class UnknownInputInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const { query, body } = context.switchToHttp().getRequest<FastifyRequest>();
    const unknown = [
      ...(takes(context, RouteParamtypes.QUERY) ? [] : unknownFields(query as object, [])),
      ...(takes(context, RouteParamtypes.BODY) ? [] : faultsOfBody(body)),
    ];
    if (unknown.length > 0) throw new DomainError('validation', unknown.slice(0, MAX_FAULTS));
    return next.handle();
  }
}

function faultsOfBody(body: unknown): readonly Fault[] {
  if (body === undefined || isStream(body)) return [];
  if (typeof body === 'object' && body !== null) return unknownFields(body, []);
  return [{ message: 'this request takes no body' }];
}

/** Which a route takes from the request itself. */
function isStream(body: unknown): boolean {
  return (
    typeof body === 'object' && body !== null && ![Object.prototype, Array.prototype, null].includes(protoOf(body))
  );
}

function protoOf(value: object): object | null {
  return Object.getPrototypeOf(value) as object | null;
}

function takes(context: ExecutionContext, part: RouteParamtypes): boolean {
  const handler = context.getHandler().name;
  const parameters = Reflect.getMetadata(ROUTE_ARGS_METADATA, context.getClass(), handler) as object | undefined;
  return Object.keys(parameters ?? {}).some((key) => key.startsWith(`${part}:`));
}
