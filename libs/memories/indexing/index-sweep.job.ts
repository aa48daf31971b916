import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { AppConfig } from '@mneme/platform/config';
import { forTenant } from '@mneme/platform/context';
import { TenantDb } from '@mneme/platform/database';
import { BackgroundWork } from '@mneme/platform/jobs';
import { inSpan } from '@mneme/platform/observability';
import { RetrievalService } from '@mneme/retrieval';
import { confirmationsOf, IndexAcknowledger } from './index-acknowledger.js';
import { IndexMetrics } from './index-metrics.js';
import { IndexQueueRepository, type QueueEntry } from '../storage/index-queue.repository.js';
import { MemoriesRepository } from '../storage/memories.repository.js';
import { indexedRecords, toDocument } from './memory-indexer.js';

const INTERVAL_MS = 1_000;
const CLAIM = 200;
/** Concurrent batches, and how many each lane does before the sweep checks again which models respond. */
const LANES = 3;
const BATCHES = 8;
/** From here on an entry is tried alone, so that one that can never succeed does not hold up its neighbours. */
const SUSPECT_ATTEMPTS = 3;

/**
 * The sweep: makes the index agree with the records wherever the fast path after a commit did not. Each entry means
 * "compare": a record that is there is indexed as it is now, one that is gone is removed. Doing so twice is harmless.
 */
@Injectable()
export class IndexSweepJob implements OnModuleInit {
  private readonly logger = new Logger(IndexSweepJob.name);
  /** Models that did not answer, or whose index did not. */
  private readonly away = new Set<string>();

  constructor(
    background: BackgroundWork,
    private readonly config: AppConfig,
    private readonly tenantDb: TenantDb,
    private readonly queue: IndexQueueRepository,
    private readonly memories: MemoriesRepository,
    private readonly retrieval: RetrievalService,
    private readonly acknowledger: IndexAcknowledger,
    private readonly metrics: IndexMetrics,
  ) {
    background.repeat('index sweep', INTERVAL_MS, () => this.sweep());
  }

  async onModuleInit(): Promise<void> {
    // An embedded database has one process only: leases of an earlier one are void.
    if (this.config.postgres === undefined) await this.tenantDb.runSystem((tx) => this.queue.releaseAll(tx));
  }

  /**
   * Where much is waiting, several batches are under way at once: while one is embedded, another is read or written.
   * @returns whether more may be waiting
   */
  async sweep(): Promise<boolean> {
    const models = await this.answering();
    const first = await this.claim(models);
    if (first.length < CLAIM) {
      await this.settleAll(first);
      return false;
    }
    const others = Array.from({ length: LANES - 1 }, () => this.work(models, BATCHES));
    const more = await Promise.all([this.settleAll(first).then(() => this.work(models, BATCHES - 1)), ...others]);
    return more.includes(true);
  }

  /** One batch after the other. @returns whether more may be waiting */
  private async work(models: readonly string[], batches: number): Promise<boolean> {
    for (let batch = 0; batch < batches; batch++) {
      const entries = await this.claim(models);
      await this.settleAll(entries);
      if (entries.length < CLAIM) return false;
    }
    return true;
  }

  private async claim(models: readonly string[]): Promise<QueueEntry[]> {
    return this.tenantDb.runSystem((tx) => this.queue.claim(tx, CLAIM, models));
  }

  private async settleAll(entries: readonly QueueEntry[]): Promise<void> {
    for (const group of groups(entries)) {
      if (this.away.has(group[0].modelId)) await this.release(group, 'its model or index does not answer');
      else await this.traced(group);
    }
  }

  /** The models whose entries can be worked on; of those that did not answer, whichever do again. */
  private async answering(): Promise<string[]> {
    for (const model of this.away) {
      if (!this.retrieval.modelIds.includes(model) || (await this.retrieval.answers(model))) this.away.delete(model);
    }
    return this.retrieval.modelIds.filter((model) => !this.away.has(model));
  }

  private traced(entries: Group): Promise<void> {
    const [{ tenantId, modelId }] = entries;
    const attributes = { 'mneme.tenant': tenantId, 'mneme.model': modelId, 'mneme.memories': entries.length };
    return forTenant(tenantId, () => inSpan('index sweep', { attributes }, () => this.settle(entries)));
  }

  private async settle(entries: Group): Promise<void> {
    const [{ tenantId: tenant, modelId }] = entries;
    try {
      const ids = entries.map((entry) => entry.memoryId);
      const records = await this.tenantDb.read(tenant, (tx) => this.memories.findMany(tx, tenant, ids));
      const present = new Set(records.map((record) => record.id));
      const indexed = await this.retrieval.index(tenant, records.map(toDocument), modelId);
      const gone = ids.filter((id) => !present.has(id));
      await this.retrieval.remove(tenant, gone, modelId);
      await this.acknowledger.confirm(tenant, confirmationsOf(entries, indexedRecords(records, indexed)));
      this.metrics.found('sweep', entries.length);
    } catch (error) {
      await this.failed(entries, error instanceof Error ? error.message : String(error));
    }
  }

  /** An outage is no fault of an entry: only failures while model and index respond count as attempts. */
  private async failed(entries: Group, reason: string): Promise<void> {
    const [{ tenantId: tenant, modelId }] = entries;
    this.logger.warn(`${entries.length} memories could not be indexed: ${reason}`);
    this.metrics.failed('sweep', entries.length);
    if (await this.retrieval.answers(modelId)) {
      await this.tenantDb.run(tenant, (tx) => this.queue.postpone(tx, tenant, entries, reason));
    } else {
      this.away.add(modelId);
      await this.release(entries, reason);
    }
  }

  private async release(entries: Group, reason: string): Promise<void> {
    const [{ tenantId: tenant }] = entries;
    await this.tenantDb.run(tenant, (tx) => this.queue.release(tx, tenant, entries, reason));
  }
}

type Group = [QueueEntry, ...QueueEntry[]];

/** Groups of a tenant and a model, and one for each entry that has failed too often. */
function groups(entries: readonly QueueEntry[]): Group[] {
  const suspects = entries.filter((entry) => entry.attempts >= SUSPECT_ATTEMPTS);
  const together = new Map<string, Group>();
  for (const entry of entries) {
    if (entry.attempts >= SUSPECT_ATTEMPTS) continue;
    const key = `${entry.modelId} ${entry.tenantId}`;
    const group = together.get(key);
    if (group === undefined) together.set(key, [entry]);
    else group.push(entry);
  }
  return [...together.values(), ...suspects.map((entry): Group => [entry])];
}
