import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { DomainError } from '../errors/domain-error.js';

/**
 * Refuses a request that names another tenant than its credential's, in path, query or body, before anything is looked
 * up. A tenantId that is missing or no text is left to validation.
 */
@Injectable()
export class TenantGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const tenant = request.principal?.tenantId;
    if (tenant === undefined) return true;
    const named = [request.params, request.query, request.body].flatMap(tenantIdsIn);
    if (named.some((id) => id !== tenant)) throw DomainError.tenantMismatch();
    return true;
  }
}

function tenantIdsIn(source: unknown): string[] {
  if (typeof source !== 'object' || source === null || !('tenantId' in source)) return [];
  const { tenantId } = source;
  return (Array.isArray(tenantId) ? tenantId : [tenantId]).filter((id) => typeof id === 'string');
}
