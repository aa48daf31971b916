import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { PeriodicJob } from '../concurrency/periodic-job.js';
import { SerialQueue } from '../concurrency/serial-queue.js';
import { AppConfig } from '../config/app-config.js';
import { DatabaseFiles } from '../database/database-files.js';
import { TenantDb } from '../database/tenant-db.js';
import { TenantFence } from '../database/tenant-fence.js';
import { newUuid } from '../ids/resource-id.js';
import type { TenantId } from '../ids/tenant-id.js';
import { BackgroundWork } from '../jobs/background-work.js';
import { JobLeases } from '../jobs/job-leases.js';
import { failureText } from '../observability/logged-error.js';
import { ErasureRun } from './erasure-run.js';
import { ErasureWatch } from './erasure-watch.js';
import {
  ErasuresRepository,
  type DeletedCounts,
  type ErasureProof,
  type TenantErasure,
} from './erasures.repository.js';
import { TenantErasers } from './tenant-erasers.js';
import { TenantTablesRepository } from './tenant-tables.repository.js';

const INTERVAL_MS = 1_000;
const LOOK_AGAIN_MS = 500;
/** One process at a time works on erasures. */
const LEASE = 'tenant erasure';

/** How far an erasure is. */
export interface ErasureStatus {
  /** UUID. */
  readonly id: string;
  readonly status: 'running' | 'completed';
  readonly startedAt: Date;
  readonly endedAt: Date | null;
  /** By table or index; where nothing was deleted yet, the name is missing. */
  readonly deleted: DeletedCounts;
  /** Why it could not go on the last time. */
  readonly problem: string | null;
}

interface Begun {
  readonly erasure: TenantErasure;
  readonly afterCommit: readonly (() => Promise<unknown>)[];
}

/**
 * Erases tenants wholly: what they have in every table and index, and what processes remember. The request that begins it
 * shuts the tenant out; the rest goes on in the background, of whichever process, until it has come to its end.
 */
@Injectable()
export class TenantErasureService {
  private readonly logger = new Logger('TenantErasure');
  private readonly turns = new SerialQueue();
  private readonly job: PeriodicJob;
  private scrubMayBeDue: boolean;

  constructor(
    background: BackgroundWork,
    private readonly config: AppConfig,
    private readonly tenantDb: TenantDb,
    private readonly fence: TenantFence,
    private readonly leases: JobLeases,
    private readonly erasures: ErasuresRepository,
    private readonly tables: TenantTablesRepository,
    private readonly erasers: TenantErasers,
    private readonly watch: ErasureWatch,
    private readonly run: ErasureRun,
    private readonly files: DatabaseFiles,
  ) {
    this.job = background.repeat(LEASE, INTERVAL_MS, () => this.sweep());
    this.scrubMayBeDue = config.postgres === undefined;
  }

  /**
   * Shuts the tenant out, in every process, and has everything deleted that it has. Once it resolves no key of the tenant is
   * valid and no transaction of it begins. Begun again, it is the erasure that is under way.
   */
  async begin(tenant: TenantId): Promise<ErasureStatus> {
    const begun = await this.tenantDb.runSystem((tx) => this.beginIn(tx, tenant));
    await Promise.all(begun?.afterCommit.map((step) => step()) ?? []);
    await this.watch.announce();
    this.job.wake(0);
    if (begun !== undefined) return running(begun.erasure);
    // The one that was under way may have come to its end just now.
    return (await this.underWay(tenant)) ?? this.begin(tenant);
  }

  /** The erasure of the tenant that has begun and not ended. */
  async underWay(tenant: TenantId): Promise<ErasureStatus | undefined> {
    const erasure = await this.tenantDb.runSystem((tx) => this.erasures.find(tx, tenant));
    return erasure && running(erasure);
  }

  /** Whether the tenant is being erased. */
  async isUnderWay(tenant: TenantId): Promise<boolean> {
    return (await this.underWay(tenant)) !== undefined;
  }

  /** @param id UUID of an erasure. @returns undefined where it is none of this tenant */
  async status(tenant: TenantId, id: string): Promise<ErasureStatus | undefined> {
    return this.tenantDb.runSystem(async (tx) => {
      const erasure = await this.erasures.find(tx, tenant);
      if (erasure?.id === id) return running(erasure);
      const proof = await this.erasures.proof(tx, tenant, id);
      return proof && completed(proof);
    });
  }

  /** The last erasure of a tenant that has come to its end. */
  async lastCompleted(tenant: TenantId): Promise<ErasureStatus | undefined> {
    const proof = await this.tenantDb.runSystem((tx) => this.erasures.proof(tx, tenant));
    return proof && completed(proof);
  }

  /** What the tenant has now, by table and index; zeros included. Also what an erasure has left so far. */
  async contents(tenant: TenantId): Promise<DeletedCounts> {
    const read = (): Promise<DeletedCounts> => this.contentsNow(tenant);
    return (await this.isUnderWay(tenant)) ? this.fence.asEraser(tenant, read) : read();
  }

  /**
   * Works on the erasure of a tenant, or waits for the process that does, until it has ended; at once where there is none.
   * @param signal ends the waiting; the erasure goes on in the background
   */
  async finish(tenant: TenantId, signal?: AbortSignal): Promise<void> {
    while (signal?.aborted !== true) {
      const more = await this.sweep();
      if (!(await this.isUnderWay(tenant))) break;
      if (!more) await pause(LOOK_AGAIN_MS);
    }
    await this.sweep();
  }

  /** Goes on with every erasure for some seconds. @returns whether there is more to do at once */
  async sweep(): Promise<boolean> {
    const isIdle = !this.scrubMayBeDue && (await this.listUnderWay()).length === 0;
    if (isIdle) return false;
    const work = (): Promise<boolean> => this.goOnWithAll();
    // The embedded database is this process's own.
    if (this.config.postgres === undefined) return this.turns.run(work);
    return (await this.leases.runIfDue({ name: LEASE, pauseMs: () => 0, work })) === true;
  }

  private async contentsNow(tenant: TenantId): Promise<DeletedCounts> {
    const tables = await this.tenantDb.run(tenant, async (tx) => {
      const counts: [string, number][] = [];
      for (const { name } of await this.tables.list(tx)) counts.push([name, await this.tables.count(tx, name)]);
      return counts;
    });
    const stores = (await this.erasers.stores()).filter(({ isInTables }) => isInTables !== true);
    const entries = await Promise.all(
      stores.map(async ({ name, count }) => [name, await count(tenant)] as [string, number]),
    );
    return Object.fromEntries([...tables, ...entries]);
  }

  /** @returns undefined where the tenant is being erased already */
  private async beginIn(tx: EntityManager, tenant: TenantId): Promise<Begun | undefined> {
    const erasure = await this.erasures.begin(tx, tenant, newUuid());
    if (erasure === undefined) return undefined;
    await this.erasures.enter(tx, tenant);
    const steps = await this.erasers.begin(tx, tenant);
    for (const [place, rows] of steps.flatMap(({ deleted = {} }) => Object.entries(deleted))) {
      await this.erasures.add(tx, erasure, place, rows);
    }
    return { erasure, afterCommit: steps.flatMap(({ afterCommit }) => afterCommit ?? []) };
  }

  private listUnderWay(): Promise<TenantErasure[]> {
    return this.tenantDb.readSystem((tx) => this.erasures.list(tx));
  }

  private async goOnWithAll(): Promise<boolean> {
    let more = false;
    for (const erasure of await this.listUnderWay()) more = (await this.goOn(erasure)) || more;
    if (this.scrubMayBeDue && !more) await this.scrub();
    return more;
  }

  private async goOn(erasure: TenantErasure): Promise<boolean> {
    try {
      const progress = await this.run.goOn(erasure);
      if (progress !== 'ended') return progress === 'more';
      this.scrubMayBeDue = this.config.postgres === undefined;
      await this.watch.announce();
      this.logger.log(`erasure ${erasure.id} has ended: nothing of the tenant is left`);
    } catch (error) {
      const reason = failureText(error);
      this.logger.warn(`erasure ${erasure.id} cannot go on, it is tried again: ${reason}`);
      await this.tenantDb.runSystem((tx) => this.erasures.fail(tx, erasure, reason));
    }
    return false;
  }

  /** Deleted rows stay in the files of a database until they are written over. What fails is tried again at the next start. */
  private async scrub(): Promise<void> {
    try {
      const due = await this.tenantDb.runSystem((tx) => this.erasures.scrubsDue(tx));
      if (due.length === 0) return;
      await this.files.scrub();
      await this.tenantDb.runSystem((tx) => this.erasures.scrubbed(tx, due));
    } catch (error) {
      this.logger.warn(`the files of the database may still hold rows of an erased tenant: ${failureText(error)}`);
    } finally {
      this.scrubMayBeDue = false;
    }
  }
}

function completed({ id, startedAt, endedAt, deleted }: ErasureProof): ErasureStatus {
  return { id, status: 'completed', startedAt, endedAt, deleted, problem: null };
}

function running({ id, startedAt, deleted, lastError }: TenantErasure): ErasureStatus {
  return { id, status: 'running', startedAt, endedAt: null, deleted, problem: lastError };
}
