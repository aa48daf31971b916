import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { DomainError } from '../errors/domain-error.js';
import { ANY_SCOPE, PUBLIC_ROUTE, REQUIRED_SCOPE } from './auth.decorators.js';

/** Denies by default: a route that names neither a scope nor that it is public is closed to everyone. */
@Injectable()
export class ScopeGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const places = [context.getHandler(), context.getClass()];
    if (this.reflector.getAllAndOverride<boolean | undefined>(PUBLIC_ROUTE, places) === true) return true;
    const scope = this.reflector.getAllAndOverride<string | undefined>(REQUIRED_SCOPE, places);
    const principal = context.switchToHttp().getRequest<FastifyRequest>().principal;
    if (scope === undefined || principal === undefined) throw DomainError.insufficientScope('that no credential has');
    if (scope !== ANY_SCOPE && !principal.scopes.has(scope)) throw DomainError.insufficientScope(scope);
    return true;
  }
}
