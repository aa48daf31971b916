import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { tenantId, type TenantId } from '../../database/tenant-id.js';
import { failureText } from '../logged-error.js';
import { Metrics } from '../metrics/metrics.js';

/** A start that waits longer would be taken for one that hangs. */
const LIMIT_MS = 30_000;

/** Nobody's tenant: what is asked for it goes the way of every request and finds nothing. */
export const NO_TENANT = tenantId('probe');

/**
 * Reads, as requests do, for each of these tenants; the first is `NO_TENANT`. It writes nothing, and is counted for no
 * tenant. Rejects where something does not answer.
 */
export type WarmUpStep = (tenants: readonly TenantId[]) => Promise<unknown>;

/**
 * What the first request would otherwise wait for: threads that start and load, models that run for the first time,
 * statements that are planned. A process does it before it listens. Code that V8 has not compiled
 * yet stays: a first request takes two to seven times as long as the tenth.
 */
@Injectable()
export class WarmUp {
  private readonly logger = new Logger(WarmUp.name);
  private readonly steps = new Map<string, WarmUpStep>();
  private readonly seconds;

  constructor(metrics: Metrics) {
    const help = 'How long the parts of the warm-up took before the process listened; absent where one failed';
    this.seconds = metrics.gauge('mneme_warm_up_seconds', help, ['part']);
  }

  /** To be called while the application is put together. @param part for log and metrics, a word or two */
  add(part: string, step: WarmUpStep): void {
    this.steps.set(part, step);
  }

  /**
   * One part after the other, for 30 s at most: at once they would wait for each other's processor, up to the limits that
   * requests have. Never rejects: what fails is logged, and left to the first request that needs it.
   * @param tenants whose own memories are read as well
   */
  async run(tenants: readonly TenantId[]): Promise<void> {
    this.logger.log('warming up');
    const startedAt = performance.now();
    const limit = new AbortController();
    const late = pause(LIMIT_MS, 'late', { signal: limit.signal }).catch(() => undefined);
    const ended = await Promise.race([this.performAll([NO_TENANT, ...tenants], limit.signal), late]);
    limit.abort();
    if (ended === 'late') this.logger.warn(`the warm-up took over ${LIMIT_MS / 1_000} s and was not waited for`);
    else this.logger.log(`warmed up in ${secondsSince(startedAt).toFixed(1)} s`);
  }

  private async performAll(tenants: readonly TenantId[], limit: AbortSignal): Promise<void> {
    for (const [part, step] of this.steps) if (!limit.aborted) await this.perform(part, () => step(tenants));
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
}

function secondsSince(startedAt: number): number {
  return (performance.now() - startedAt) / 1_000;
}
