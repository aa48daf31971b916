import { DomainError } from '@mneme/platform/errors';
import type { TenantId } from '@mneme/platform/ids';
import { Metrics } from '@mneme/platform/observability';
import { Inject, Injectable, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import {
  getOptionsToken,
  getStorageToken,
  ThrottlerGuard,
  type ThrottlerModuleOptions,
  type ThrottlerRequest,
} from '@nestjs/throttler';
import type { FastifyRequest } from 'fastify';
import type { Counter } from 'prom-client';
import { PlanRefusals } from '../plans/plan-refusals.js';
import { rateLimitOf } from '../plans/plans.js';
import { TENANT, type KeyWindows, type RateStanding } from '../plans/rate-limit.js';
import { RateLimitStore } from './rate-limit.store.js';
import { TenantPlans } from '../plans/tenant-plans.js';

/** Options of @nestjs/throttler: one bucket a tenant, `limit` is its capacity, `ttl` the milliseconds in which it fills. */
export function throttlerOptions(plans: TenantPlans): ThrottlerModuleOptions {
  const planOf = async (context: ExecutionContext): Promise<{ burst: number; requestsPerMinute: number }> =>
    plans.of(tenantOf(context));
  return [
    {
      limit: async (context) => (await planOf(context)).burst,
      ttl: async (context) => {
        const { burst, requestsPerMinute } = await planOf(context);
        return (burst / requestsPerMinute) * 60_000;
      },
    },
  ];
}

/**
 * How often a tenant and its keys may call. The stock guard counts a handler and an address, asks its storage once for
 * each limit, and has other headers; this one takes from the tenant's bucket and the key's windows in one step.
 */
@Injectable()
export class RateLimitGuard extends ThrottlerGuard {
  private readonly refusals: Counter<'by'>;

  constructor(
    @Inject(getOptionsToken()) options: ThrottlerModuleOptions,
    @Inject(getStorageToken()) private readonly store: RateLimitStore,
    reflector: Reflector,
    private readonly plans: TenantPlans,
    private readonly messages: PlanRefusals,
    metrics: Metrics,
  ) {
    super(options, store, reflector);
    this.refusals = metrics.counter('mneme_rate_limited_total', 'Requests refused with 429', ['by']);
  }

  /** Public routes have no caller to count, and a process does not limit its own warm-up. */
  protected override async shouldSkip(context: ExecutionContext): Promise<boolean> {
    const { principal, warmUp } = requestOf(context);
    return principal === undefined || warmUp !== undefined;
  }

  /** @throws DomainError rateLimited */
  protected override async handleRequest({ context, limit, ttl }: ThrottlerRequest): Promise<boolean> {
    const request = requestOf(context);
    const tenantId = tenantOf(context);
    const bucket = { owner: TENANT + tenantId, capacity: limit, intervalMicros: Math.round((ttl * 1_000) / limit) };
    const windows = await this.windowsOf(tenantId, request.principal?.keyId);
    const standing = await this.store.take({ bucket, windows });
    request.rateLimit = standing;
    if (!standing.allowed) await this.refuse(tenantId, standing);
    return true;
  }

  /** Users have no key to count by: their tenant's bucket limits them. */
  private async windowsOf(tenantId: TenantId, keyId: string | undefined): Promise<KeyWindows | undefined> {
    if (keyId === undefined) return undefined;
    const { requestsPerHour: perHour, requestsPerDay: perDay } = rateLimitOf(await this.plans.of(tenantId));
    return { keyId, perHour, perDay };
  }

  private async refuse(tenantId: TenantId, standing: RateStanding): Promise<never> {
    this.refusals.inc({ by: standing.refusedBy === 'bucket' ? 'bucket' : 'window' });
    throw DomainError.rateLimited(this.messages.rate(tenantId, await this.plans.of(tenantId), standing));
  }
}

function requestOf(context: ExecutionContext): FastifyRequest {
  return context.switchToHttp().getRequest<FastifyRequest>();
}

function tenantOf(context: ExecutionContext): TenantId {
  const tenantId = requestOf(context).principal?.tenantId;
  if (tenantId === undefined) throw new Error('a request without a caller is not counted');
  return tenantId;
}
