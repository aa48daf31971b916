import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Clock } from '@mneme/platform/clock';
import { FairSemaphore, type PeriodicJob } from '@mneme/platform/concurrency';
import { AppConfig } from '@mneme/platform/config';
import { forTenant } from '@mneme/platform/context';
import { TenantDb } from '@mneme/platform/database';
import { BackgroundWork, type JobHandler } from '@mneme/platform/jobs';
import { failureText } from '@mneme/platform/observability';
import { DeliveryAttempts, MOST_REQUESTS } from './delivery-attempt.service.js';
import { DeliveryDesk } from './delivery-claims.service.js';
import { DeliveryLane, type LaneTools } from './endpoint-worker.js';
import { DeliveryWakeUp } from '../scheduling/delivery-scheduler.js';
import type { DeliveryHint } from '../scheduling/deliver-webhook.job.js';
import { WebhookSender } from '../http/webhook-sender.js';
import { WebhookSystemRepository, type LaneKey } from '../scheduling/webhook-system.repository.js';

/** Finds what no wake-up call has told of: those of retries far ahead, and those that got lost. */
const SWEEP_MS = 5_000;
/** Endpoints that are looked for at once. */
const SWEEP_PAGE = 500;
/** Open at once, most of them waiting for places; endpoints beyond are the sweep's, as soon as so many have ended. */
const MOST_LANES = 2_000;
/** Room that is worth a sweep. */
const ROOM_AGAIN = 200;
/** With their bodies in memory, over all lanes: twice what can be under way, so that no request waits for a claim. */
const MOST_IN_HAND = 2 * MOST_REQUESTS;
/** Of the connections to the database: the others are for requests. */
const TURNS_SHARE = 0.25;
const TRY_AGAIN_MS = 1_000;

/** Delivers: one lane for each endpoint with something due, opened by wake-up calls and by a sweep. */
@Injectable()
export class DeliveryLanes implements JobHandler<DeliveryHint>, OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger(DeliveryLanes.name);
  private readonly lanes = new Map<string, DeliveryLane>();
  private readonly running = new Set<Promise<void>>();
  private readonly tools: LaneTools;
  private readonly turns: FairSemaphore;
  private readonly job: PeriodicJob;
  /** Where the next sweep goes on; undefined: at the first endpoint. */
  private after: LaneKey | undefined;
  /** Whether endpoints wait that found no room. */
  private crowded = false;
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
    private readonly clock: Clock,
  ) {
    this.job = background.repeat('webhook sweep', SWEEP_MS, () => this.sweep());
    // The embedded database has one connection.
    const connections = config.postgres === undefined ? 1 : config.databasePool;
    this.turns = new FairSemaphore(Math.max(1, Math.floor(connections * TURNS_SHARE)));
    this.tools = {
      turn: async (key, reports, inHand, limit) => {
        const turn = await this.turns.run(key.tenantId, () => desk.turn(key, { reports, inHand, limit }));
        wakeUp.at(
          key,
          reports.flatMap(({ settled }) => settled.nextAttemptAt ?? []),
        );
        return turn;
      },
      attempt: (target, delivery) => attempts.make(target, delivery),
      now: () => clock.now(),
      places: new FairSemaphore(MOST_IN_HAND),
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

  /**
   * Opens a lane for each endpoint with something due, as far as there is room, and goes on from there the next time:
   * each has its turn. @returns whether more may be found at once
   */
  async sweep(): Promise<boolean> {
    const room = MOST_LANES - this.lanes.size;
    this.crowded = room < ROOM_AGAIN;
    if (this.crowded) return false;
    const part = { after: this.after, limit: Math.min(SWEEP_PAGE, room) };
    const now = this.clock.now();
    const { lanes, last } = await this.tenantDb.runSystem((tx) => this.system.waitingLanes(tx, now, part));
    for (const key of lanes) this.open(key);
    this.after = last;
    return last !== undefined;
  }

  private open(key: LaneKey): void {
    if (this.closing) return;
    const known = this.lanes.get(key.webhookId);
    if (known !== undefined) return known.wake();
    if (this.lanes.size >= MOST_LANES) {
      this.crowded = true;
      return;
    }
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
        again = lane.isAwake && !this.closing;
      } catch (error) {
        this.logger.error(`deliveries to webhook ${key.webhookId}: ${failureText(error)}`);
        again = lane.holdsWork && !this.closing;
        if (again) await pause(TRY_AGAIN_MS);
      }
    }
    this.lanes.delete(key.webhookId);
    if (this.crowded && this.lanes.size <= MOST_LANES - ROOM_AGAIN) this.job.wake(0);
  }
}
