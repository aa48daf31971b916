import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { EntityManager } from 'typeorm';
import { AppConfig } from '../config/app-config.js';
import { TenantDb } from '../database/tenant-db.js';
import { BackgroundWork } from '../jobs/background-work.js';
import { JobQueue } from '../jobs/job-queue.js';
import type { JobHandler } from '../jobs/job-type.js';
import { EventCatalog } from '../events/event-catalog.js';
import type { EventSubscription } from '../events/event-handler.js';
import { HandlerRelay, type RelayParts } from './handler-relay.js';
import { OutboxMetrics } from './outbox-metrics.js';
import { OutboxQueueRepository, type HandlerState } from './outbox-queue.repository.js';
import { OutboxSettlement } from './outbox-settlement.js';
import { RELAY_HINT_MS, RelayOutbox, type RelayHint } from './relay-outbox.job.js';

const INTERVAL_MS = 1_000;
/** Commits that come this close together are relayed together. */
const WAKE_MS = 50;

/** The relay of one handler, and what wakes it. */
interface Loop {
  readonly relay: HandlerRelay;
  readonly wake: (withinMs: number) => void;
  /** The same function each time: a transaction that writes several times wakes a relay once. */
  readonly afterCommit: () => void;
}

/** Hands every committed event to each of its handlers: soon after the commit, and by a sweep where that did not happen. */
@Injectable()
export class OutboxRelay implements OnModuleInit, JobHandler<RelayHint> {
  private readonly loops: ReadonlyMap<string, Loop>;
  private hinted = 0;

  constructor(
    background: BackgroundWork,
    catalog: EventCatalog,
    modules: ModuleRef,
    settlement: OutboxSettlement,
    metrics: OutboxMetrics,
    private readonly config: AppConfig,
    private readonly jobs: JobQueue,
    private readonly tenantDb: TenantDb,
    private readonly queue: OutboxQueueRepository,
  ) {
    const parts = { tenantDb, queue, settlement, metrics };
    this.loops = new Map(catalog.handlers.map((of) => [of.name, loopOf(of, background, modules, parts)]));
  }

  async onModuleInit(): Promise<void> {
    if (!this.config.workers) return;
    await this.reviveDead();
    // An embedded database has one process only: leases of an earlier one are void.
    if (this.config.postgres === undefined) await this.tenantDb.runSystem((tx) => this.queue.releaseAll(tx));
  }

  /** Gives events that were set aside another chance: a newer program may know what to do with them. */
  async reviveDead(): Promise<void> {
    await this.tenantDb.runSystem((tx) => this.queue.revive(tx));
  }

  /** Has these handlers' events relayed right after the commit of the transaction that has written them. */
  wakeAfter(tx: EntityManager, handlers: readonly string[]): void {
    if (!this.config.workers) return this.tenantDb.afterCommit(tx, this.hint);
    for (const handler of handlers) {
      const loop = this.loops.get(handler);
      if (loop !== undefined) this.tenantDb.afterCommit(tx, loop.afterCommit);
    }
  }

  /** Another process, which runs no jobs, has written events. */
  run(): Promise<void> {
    for (const { wake } of this.loops.values()) wake(0);
    return Promise.resolve();
  }

  /** One turn for every tenant of each of these handlers. @returns whether more may be waiting */
  async sweep(handlers: Iterable<string> = this.loops.keys()): Promise<boolean> {
    let more = false;
    for (const handler of handlers) more = ((await this.loops.get(handler)?.relay.sweep()) ?? false) || more;
    return more;
  }

  /** How far the handlers are behind; one for which nothing waits is missing. */
  async states(): Promise<HandlerState[]> {
    return this.tenantDb.runSystem((tx) => this.queue.states(tx));
  }

  private readonly hint = (): void => {
    const stretch = Math.ceil(Date.now() / RELAY_HINT_MS);
    if (stretch > this.hinted) this.jobs.add(RelayOutbox, { stretch }, stretch * RELAY_HINT_MS - Date.now());
    this.hinted = stretch;
  };
}

function loopOf(
  { name, handler }: EventSubscription,
  background: BackgroundWork,
  modules: ModuleRef,
  parts: RelayParts,
): Loop {
  const relay = new HandlerRelay(name, () => modules.get(handler, { strict: false }), parts);
  const job = background.repeat('outbox relay', INTERVAL_MS, () => relay.sweep());
  const wake = (withinMs: number): void => {
    job.wake(withinMs);
  };
  return {
    relay,
    wake,
    afterCommit: () => {
      wake(WAKE_MS);
    },
  };
}
