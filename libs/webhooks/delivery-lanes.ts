import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { AppConfig, BackgroundWork, failureText, forTenant, type JobHandler, TenantDb } from '@mneme/platform';
import { DeliveryAttempts } from './delivery-attempts.js';
import { DeliveryDesk } from './delivery-desk.js';
import { DeliveryLane, type LaneTools } from './delivery-lane.js';
import { DeliveryWakeUp } from './delivery-wake-up.js';
import type { DeliveryHint } from './deliver-webhook.job.js';
import { WebhookClock } from './webhook-clock.js';
import { WebhookSender } from './webhook-sender.js';
import { WebhookSystemRepository, type LaneKey } from './webhook-system.repository.js';

/** Finds what no wake-up call has told of: those of retries far ahead, and those that got lost. */
const SWEEP_MS = 5_000;
const TRY_AGAIN_MS = 1_000;

/** Delivers: one lane for each endpoint with something due, opened by wake-up calls and by a sweep. */
@Injectable()
export class DeliveryLanes implements JobHandler<DeliveryHint>, OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger(DeliveryLanes.name);
  private readonly lanes = new Map<string, DeliveryLane>();
  private readonly running = new Set<Promise<void>>();
  private readonly tools: LaneTools;
  private closing = false;

  constructor(
    background: BackgroundWork,
    desk: DeliveryDesk,
    attempts: DeliveryAttempts,
    wakeUp: DeliveryWakeUp,
    private readonly config: AppConfig,
    private readonly tenantDb: TenantDb,
    private readonly system: WebhookSystemRepository,
    private readonly sender: WebhookSender,
    private readonly clock: WebhookClock,
  ) {
    background.repeat('webhook sweep', SWEEP_MS, () => this.sweep());
    this.tools = {
      turn: async (key, reports, inHand, limit) => {
        const turn = await desk.turn(key, { reports, inHand, limit });
        wakeUp.at(
          key,
          reports.flatMap(({ settled }) => settled.nextAttemptAt ?? []),
        );
        return turn;
      },
      attempt: (target, delivery) => attempts.make(target, delivery),
      now: () => clock.now(),
    };
  }

  /** Alone on an embedded database, what an earlier process had in hand is ours now. */
  async onModuleInit(): Promise<void> {
    if (this.config.postgres === undefined && this.config.workers) {
      await this.tenantDb.runSystem((tx) => this.system.releaseLanes(tx));
    }
  }

  /** Requests under way are finished and written. */
  async onApplicationShutdown(): Promise<void> {
    this.closing = true;
    for (const lane of this.lanes.values()) lane.end();
    await Promise.all(this.running);
    this.sender.close();
  }

  run({ tenantId, webhookId }: DeliveryHint): Promise<void> {
    this.open({ tenantId, webhookId });
    return Promise.resolve();
  }

  /** Opens a lane for each endpoint with something due. @returns false: nothing more is to be found at once */
  async sweep(): Promise<boolean> {
    const waiting = await this.tenantDb.runSystem((tx) => this.system.waitingLanes(tx, this.clock.now()));
    for (const key of waiting) this.open(key);
    return false;
  }

  private open(key: LaneKey): void {
    if (this.closing) return;
    const known = this.lanes.get(key.webhookId);
    if (known !== undefined) return known.wake();
    const lane = new DeliveryLane(key, this.tools);
    this.lanes.set(key.webhookId, lane);
    const run = forTenant(key.tenantId, () => this.work(key, lane)).finally(() => this.running.delete(run));
    this.running.add(run);
  }

  /** As long as the lane has something in hand a failing database is tried again; what it has not is the sweep's. */
  private async work(key: LaneKey, lane: DeliveryLane): Promise<void> {
    let again = true;
    while (again) {
      try {
        await lane.run();
        again = lane.isAwake;
      } catch (error) {
        this.logger.error(`deliveries to webhook ${key.webhookId}: ${failureText(error)}`);
        again = lane.holdsWork && !this.closing;
        if (again) await pause(TRY_AGAIN_MS);
      }
    }
    this.lanes.delete(key.webhookId);
  }
}
