import { AppConfig } from '@mneme/platform/config';
import { DomainError } from '@mneme/platform/errors';
import { Metrics } from '@mneme/platform/observability';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Counter } from 'prom-client';
import { clientNetwork } from './client-network.js';
import { ADDRESS, secondsOf, tokenBucket, type RateStanding, type TokenBucket } from '../plans/rate-limit.js';
import { SharedRateLimitStore } from './shared.rate-limit-store.js';

/** How often an address may fail to say who it is. Its bucket is apart from those of tenants. */
@Injectable()
export class FailedAuthentications {
  private readonly failures: Counter;

  constructor(
    private readonly config: AppConfig,
    private readonly store: SharedRateLimitStore,
    metrics: Metrics,
  ) {
    this.failures = metrics.counter('mneme_auth_failures_total', 'Requests whose credential was missing or not valid');
  }

  /** The state of the address as this process knows it, without a request to Redis and without taking a token. */
  standing(ip: string): RateStanding {
    return this.store.peek(this.bucketOf(ip));
  }

  /** Takes one. @throws DomainError rateLimited where none is left */
  async count(request: FastifyRequest): Promise<void> {
    this.failures.inc();
    const known = this.standing(request.ip);
    const standing = known.allowed ? await this.store.take({ bucket: this.bucketOf(request.ip) }) : known;
    request.rateLimit = standing;
    if (!standing.allowed) throw DomainError.rateLimited(this.refusal(standing));
  }

  private refusal({ retryAfterMs }: RateStanding): string {
    const { authFailuresPerMinute: limit } = this.config;
    const allowed = `an address may send ${limit} a minute without a valid credential`;
    return `too many requests: ${allowed}; try again in ${secondsOf(retryAfterMs)} s`;
  }

  private bucketOf(ip: string): TokenBucket {
    const { authFailuresPerMinute: limit } = this.config;
    return tokenBucket(ADDRESS + clientNetwork(ip), limit, limit);
  }
}
