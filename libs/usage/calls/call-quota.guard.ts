import { ALSO_DURING_ERASURE, ALSO_OUT_OF_CALLS, API_PATH } from '@mneme/platform/auth';
import { DomainError } from '@mneme/platform/errors';
import type { TenantId } from '@mneme/platform/ids';
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { CallQuotas, type CallPermit } from './call-quotas.js';
import { PlanRefusals } from '../plans/plan-refusals.js';
import { TenantPlans } from '../plans/tenant-plans.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The place in the month's quota that this call has. */
    callPermit?: CallPermit;
  }
}

/**
 * Refuses calls beyond the plan's calls a month. The last guard, so that a call that is refused for another reason needs
 * no place. A route that is open during an erasure needs none. One that is open also without a place (a key must always be revocable) uses one where there is one.
 */
@Injectable()
export class CallQuotaGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly quotas: CallQuotas,
    private readonly plans: TenantPlans,
    private readonly messages: PlanRefusals,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { principal, warmUp } = request;
    if (principal === undefined || warmUp !== undefined || request.routeOptions.url?.startsWith(API_PATH) !== true)
      return true;
    if (this.reflector.get<boolean | undefined>(ALSO_DURING_ERASURE, context.getHandler()) === true) return true;
    const { tenantId } = principal;
    const admit = (permit: CallPermit | undefined): boolean | Promise<boolean> =>
      this.admit(context, request, permit) || this.refuse(tenantId);
    const permit = this.quotas.admit(tenantId);
    return permit instanceof Promise ? permit.then(admit) : admit(permit);
  }

  private admit(context: ExecutionContext, request: FastifyRequest, permit: CallPermit | undefined): boolean {
    if (permit !== undefined) {
      request.callPermit = permit;
      return true;
    }
    return this.reflector.get<boolean | undefined>(ALSO_OUT_OF_CALLS, context.getHandler()) === true;
  }

  private async refuse(tenantId: TenantId): Promise<never> {
    throw DomainError.insufficientQuota(this.messages.calls(tenantId, await this.plans.of(tenantId)));
  }
}
