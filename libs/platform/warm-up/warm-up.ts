import { Injectable, Logger } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { withTimeout } from '../concurrency/with-timeout.js';
import { tenantId, type TenantId } from '../ids/tenant-id.js';
import { failureText } from '../observability/logged-error.js';
import { Metrics } from '../observability/metrics/metrics.js';
import { WarmUpCaller } from './warm-up-caller.js';

/** A start that waits longer would be taken for one that hangs. */
const LIMIT_MS = 30_000;
/** How often each request is sent: V8 compiles what has run some times, and a tenth request is as fast as it gets. */
const ROUNDS = 6;
/** No further round of a part begins after this: a large tenant must not hold up the start. */
const PART_MS = 2_000;

/** A tenant that does not exist: a read for it takes the path of every request and finds nothing. */
export const NO_TENANT = tenantId('probe');

/**
 * Work below HTTP that a request would wait for, such as threads that load. Rejects where something does not answer.
 * @param tenants that are likely to call first
 */
export type WarmUpStep = (tenants: readonly TenantId[]) => Promise<unknown>;

/** A request that stores nothing; one that is refused warms up validation. */
export interface WarmUpRequest {
  readonly method: 'GET' | 'POST';
  /** Path and query. */
  readonly url: string;
  /** What the credential of the request may do. */
  readonly scope: string;
  readonly body?: object;
}

/** @param round another number each time, so that no cache of answers is asked */
export type WarmUpRequests = (tenantId: TenantId, round: number) => readonly WarmUpRequest[];

/**
 * What the first requests would otherwise wait for: threads that start and load, models that run for the first time,
 * statements that are planned, code that is compiled. A process does it before it listens: steps first, then requests
 * through all of the HTTP layer, sent without a socket. No tenant is charged for them and nothing is recorded.
 */
@Injectable()
export class WarmUp {
  readonly caller = new WarmUpCaller();
  private readonly logger = new Logger(WarmUp.name);
  private readonly steps = new Map<string, WarmUpStep>();
  private readonly requests = new Map<string, WarmUpRequests>();
  private readonly seconds;

  constructor(metrics: Metrics) {
    const help = 'How long the parts of the warm-up took before the process listened; absent where one failed';
    this.seconds = metrics.gauge('mneme_warm_up_seconds', help, ['part']);
  }

  /** To be called while the application is put together. @param part for log and metrics, a word or two */
  addStep(part: string, step: WarmUpStep): void {
    this.steps.set(part, step);
  }

  /** As `addStep`. */
  addRequests(part: string, requests: WarmUpRequests): void {
    this.requests.set(part, requests);
  }

  /**
   * One part after the other, for 30 s at most: at once they would wait for each other's processor, up to the limits that
   * requests have. Never rejects: what fails is logged, and left to the first request that needs it.
   * @param tenants whose own memories are read as well
   */
  async run(fastify: FastifyInstance, tenants: readonly TenantId[]): Promise<void> {
    this.logger.log('warming up');
    const startedAt = performance.now();
    const limit = new AbortController();
    const work = this.performAll(fastify, tenants, limit.signal);
    const ended = await withTimeout(work, LIMIT_MS, () => 'late' as const);
    limit.abort();
    this.caller.revoke();
    if (ended === 'late') this.logger.warn(`the warm-up took over ${LIMIT_MS / 1_000} s and was not waited for`);
    else this.logger.log(`warmed up in ${secondsSince(startedAt).toFixed(1)} s`);
  }

  private async performAll(fastify: FastifyInstance, tenants: readonly TenantId[], limit: AbortSignal): Promise<void> {
    const steps = [...this.steps].map(([part, step]) => [part, () => step(tenants)] as const);
    const all = [NO_TENANT, ...tenants];
    const requests = [...this.requests].map(([part, of]) => [part, () => this.send(fastify, all, of, limit)] as const);
    for (const [part, work] of [...steps, ...requests]) if (!limit.aborted) await this.perform(part, work);
  }

  private async perform(part: string, work: () => Promise<unknown>): Promise<void> {
    const startedAt = performance.now();
    try {
      await work();
      this.seconds.set({ part }, secondsSince(startedAt));
    } catch (error) {
      this.logger.warn(`the warm-up of ${part} failed, its first request may be slow: ${failureText(error)}`);
    }
  }

  /** @throws Error where a request ends with a status of 500 or more */
  private async send(
    fastify: FastifyInstance,
    tenants: readonly TenantId[],
    requestsOf: WarmUpRequests,
    limit: AbortSignal,
  ): Promise<void> {
    const startedAt = performance.now();
    for (let round = 0; round < ROUNDS && performance.now() - startedAt < PART_MS; round++) {
      for (const tenant of tenants) {
        for (const { method, url, scope, body } of requestsOf(tenant, round)) {
          if (limit.aborted) return;
          const scopes = new Set([scope]);
          const principal = {
            tenantId: tenant,
            scopes,
            kind: 'service',
            keyId: undefined,
            expiresAt: undefined,
          } as const;
          const headers = this.caller.headersFor(principal);
          const { statusCode } = await fastify.inject({ method, url, headers, ...(body && { payload: body }) });
          if (statusCode >= 500) throw new Error(`${method} ${url}: ${statusCode}`);
        }
      }
    }
  }
}

function secondsSince(startedAt: number): number {
  return (performance.now() - startedAt) / 1_000;
}
