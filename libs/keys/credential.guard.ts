import { PUBLIC_ROUTE } from '@mneme/platform';
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { bearerToken } from './bearer-token.js';
import { CredentialVerifier } from './credential.verifier.js';

/** Finds out who is calling, on every route that is not public. The first guard. */
@Injectable()
export class CredentialGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly credentials: CredentialVerifier,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const places = [context.getHandler(), context.getClass()];
    if (this.reflector.getAllAndOverride<boolean | undefined>(PUBLIC_ROUTE, places) === true) return true;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    request.principal = await this.credentials.verify(bearerToken(request.headers.authorization));
    return true;
  }
}
