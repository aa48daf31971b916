import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Clock } from '@mneme/platform/clock';
import { FairSemaphore, type PeriodicJob } from '@mneme/platform/concurrency';
import { AppConfig } from '@mneme/platform/config';
import { forTenant } from '@mneme/platform/context';
import { TenantDb } from '@mneme/platform/database';
import { DomainError } from '@mneme/platform/errors';
import { BackgroundWork, type JobHandler } from '@mneme/platform/jobs';
import { failureText } from '@mneme/platform/observability';
import { DeliveryAttemptService, MAX_REQUESTS } from './delivery-attempt.service.js';
import { DeliveryClaimsService } from './delivery-claims.service.js';
import { EndpointWorker, type EndpointWorkerTools } from './endpoint-worker.js';
import { DeliveryScheduler } from '../scheduling/delivery-scheduler.js';
import type { DeliveryHint } from '../scheduling/deliver-webhook.job.js';
import { WebhookSender } from '../http/webhook-sender.js';
import { WebhookSystemRepository, type EndpointKey } from '../scheduling/webhook-system.repository.js';

/** The sweep finds deliveries that no scheduled job points to: distant retries, and jobs that were lost. */
const SWEEP_MS = 5_000;
/** Endpoints a sweep looks up at once. */
const SWEEP_PAGE = 500;
/** Concurrent endpoint workers. Further endpoints wait for a sweep, which runs as soon as ROOM_AGAIN workers have ended. */
const MAX_WORKERS = 2_000;
/** Free workers that are worth a sweep. */
const ROOM_AGAIN = 200;
/** Deliveries with their bodies in memory, over all workers: twice the concurrent requests, so that none waits for a claim. */
const MAX_IN_HAND = 2 * MAX_REQUESTS;
/** Share of the database connections that claims may use; the others serve requests. */
const CLAIMS_SHARE = 0.25;
const TRY_AGAIN_MS = 1_000;

/** Runs an endpoint worker for each endpoint with due deliveries, started by scheduled jobs and by a periodic sweep. */
@Injectable()
export class DeliveryDispatcher implements JobHandler<DeliveryHint>, OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger(DeliveryDispatcher.name);
  private readonly workers = new Map<string, EndpointWorker>();
  private readonly running = new Set<Promise<void>>();
  private readonly tools: EndpointWorkerTools;
  private readonly claimSlots: FairSemaphore;
  private readonly job: PeriodicJob;
  /** The endpoint after which the next sweep continues; undefined: from the first one. */
  private after: EndpointKey | undefined;
  /** Whether endpoints wait because all workers were busy. */
  private crowded = false;
  private closing = false;

  constructor(
    background: BackgroundWork,
    claims: DeliveryClaimsService,
    attempts: DeliveryAttemptService,
    scheduler: DeliveryScheduler,
    private readonly config: AppConfig,
    private readonly tenantDb: TenantDb,
    private readonly system: WebhookSystemRepository,
    private readonly sender: WebhookSender,
    private readonly clock: Clock,
  ) {
    this.job = background.repeat('webhook sweep', SWEEP_MS, () => this.sweep());
    // The embedded database has one connection.
    const connections = config.postgres === undefined ? 1 : config.databasePool;
    this.claimSlots = new FairSemaphore(Math.max(1, Math.floor(connections * CLAIMS_SHARE)));
    this.tools = {
      settleAndClaim: async (key, reports, inHand, limit) => {
        const claim = await this.claimSlots.run(key.tenantId, () =>
          claims.settleAndClaim(key, { reports, inHand, limit }),
        );
        scheduler.at(
          key,
          reports.flatMap(({ settled }) => settled.nextAttemptAt ?? []),
        );
        return claim;
      },
      attempt: (target, delivery) => attempts.make(target, delivery),
      now: () => clock.now(),
      places: new FairSemaphore(MAX_IN_HAND),
    };
  }

  /** An embedded database has one process only: leases of an earlier one are void. */
  async onModuleInit(): Promise<void> {
    if (this.config.postgres === undefined && this.config.workers) {
      await this.tenantDb.runSystem((tx) => this.system.releaseLeases(tx));
    }
  }

  /** Requests in progress are finished and their results written. */
  async onApplicationShutdown(): Promise<void> {
    this.closing = true;
    for (const worker of this.workers.values()) worker.end();
    await Promise.all(this.running);
    this.sender.close();
  }

  run({ tenantId, webhookId }: DeliveryHint): Promise<void> {
    this.open({ tenantId, webhookId });
    return Promise.resolve();
  }

  /**
   * Starts a worker for each endpoint with due deliveries, as far as there is room. The next sweep continues from there.
   * @returns whether another sweep would find more at once
   */
  async sweep(): Promise<boolean> {
    const room = MAX_WORKERS - this.workers.size;
    this.crowded = room < ROOM_AGAIN;
    if (this.crowded) return false;
    const part = { after: this.after, limit: Math.min(SWEEP_PAGE, room) };
    const now = this.clock.now();
    const { endpoints, last } = await this.tenantDb.readSystem((tx) => this.system.waitingEndpoints(tx, now, part));
    for (const key of endpoints) this.open(key);
    this.after = last;
    return last !== undefined;
  }

  private open(key: EndpointKey): void {
    if (this.closing) return;
    const known = this.workers.get(key.webhookId);
    if (known !== undefined) return known.wake();
    if (this.workers.size >= MAX_WORKERS) {
      this.crowded = true;
      return;
    }
    const worker = new EndpointWorker(key, this.tools);
    this.workers.set(key.webhookId, worker);
    const run = forTenant(key.tenantId, () => this.work(key, worker)).finally(() => this.running.delete(run));
    this.running.add(run);
  }

  /**
   * Retries after database errors while the worker holds deliveries. What it does not hold is left to the sweep, and what a
   * tenant had that is being erased, to the erasure.
   */
  private async work(key: EndpointKey, worker: EndpointWorker): Promise<void> {
    let again = true;
    while (again) {
      try {
        await worker.run();
        again = worker.isAwake && !this.closing;
      } catch (error) {
        const isErased = error instanceof DomainError && error.kind === 'tenantErased';
        if (!isErased) this.logger.error(`deliveries to webhook ${key.webhookId}: ${failureText(error)}`);
        again = !isErased && worker.hasWork && !this.closing;
        if (again) await pause(TRY_AGAIN_MS);
      }
    }
    this.workers.delete(key.webhookId);
    if (this.crowded && this.workers.size <= MAX_WORKERS - ROOM_AGAIN) this.job.wake(0);
  }
}
