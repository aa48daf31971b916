import { applyDecorators, createParamDecorator, SetMetadata, type ExecutionContext } from '@nestjs/common';
import { ApiExtension, ApiSecurity } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import type { TenantId } from '../ids/tenant-id.js';
import type { Principal } from './principal.js';

export const PUBLIC_ROUTE = 'mneme:public';
export const REQUIRED_SCOPE = 'mneme:scope';
/** A route that any valid credential may call. */
export const ANY_SCOPE = '*';

/** Anyone may call this route, without a credential. */
export const Public = (): MethodDecorator & ClassDecorator => SetMetadata(PUBLIC_ROUTE, true);

/** A valid credential with this scope may call this route. A route with neither decorator refuses everyone. */
export const RequireScope = (scope: string): MethodDecorator & ClassDecorator => {
  const scopes = scope === ANY_SCOPE ? [] : [scope];
  return applyDecorators(
    SetMetadata(REQUIRED_SCOPE, scope),
    ApiSecurity('apiKey', scopes),
    ApiSecurity('token', scopes),
    ApiExtension('x-required-scope', scope),
  );
};

/** Any valid credential may call this route. */
export const RequireCredential = (): MethodDecorator & ClassDecorator => RequireScope(ANY_SCOPE);

/** The tenant of the credential: the only tenant that a request can act for. */
export const Tenant = createParamDecorator((_: unknown, context: ExecutionContext): TenantId => {
  return principalOf(context).tenantId;
});

/** The verified credential. */
export const Caller = createParamDecorator((_: unknown, context: ExecutionContext): Principal => principalOf(context));

function principalOf(context: ExecutionContext): Principal {
  const principal = context.switchToHttp().getRequest<FastifyRequest>().principal;
  if (principal === undefined) throw new Error('the route is public: it has no caller');
  return principal;
}
