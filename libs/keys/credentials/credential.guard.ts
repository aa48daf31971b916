import { ALSO_DURING_ERASURE, PUBLIC_ROUTE, type Principal } from '@mneme/platform/auth';
import { DomainError, type ErrorKind } from '@mneme/platform/errors';
import { FailedAuthentications } from '@mneme/usage';
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { bearerToken } from './bearer-token.js';
import { CredentialVerifier } from './credential.verifier.js';

const FAILURES: ReadonlySet<ErrorKind> = new Set<ErrorKind>(['authRequired', 'authInvalid']);

/** Finds out who is calling, on every route that is not public. The first guard. */
@Injectable()
export class CredentialGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly credentials: CredentialVerifier,
    private readonly failures: FailedAuthentications,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const places = [context.getHandler(), context.getClass()];
    if (this.reflector.getAllAndOverride<boolean | undefined>(PUBLIC_ROUTE, places) === true) return true;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const signsUp = this.reflector.getAllAndOverride<boolean | undefined>(ALSO_DURING_ERASURE, places) !== true;
    request.principal = request.warmUp ?? (await this.identify(request, signsUp));
    return true;
  }

  /**
   * An address that failed too often is still heard, for a valid caller may share it: but a key that this process has
   * never accepted is not looked up for it.
   * @throws DomainError authRequired, authInvalid; rateLimited in their place where the address failed too often
   */
  private async identify(request: FastifyRequest, signsUp: boolean): Promise<Principal> {
    const { allowed: lookUp } = this.failures.standing(request.ip);
    try {
      return await this.credentials.verify(bearerToken(request.headers.authorization), { lookUp, signsUp });
    } catch (error) {
      if (error instanceof DomainError && FAILURES.has(error.kind)) await this.failures.count(request);
      throw error;
    }
  }
}
