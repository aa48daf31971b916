import { Logger } from '@nestjs/common';
import { forAllCallers } from '@mneme/platform/context';
import { LRUCache } from 'lru-cache';
import { type ResidentSource, InMemoryTenant, TableGoneError } from './in-memory-tenant.js';
import type { IndexStanding } from '../vector-index/index-changes.js';
import type { CacheSize } from '../vector-index/vector-index-metrics.js';
import type { TableSize } from './in-memory.worker.js';
import type { InMemoryThread } from './in-memory-thread.js';

/** What a point takes beside its vector, about: terms, place, its share of a memory. */
const POINT_BYTES = 700;
/** A tenant that was used within the last minute does not have to go for another one. */
const KEPT_MS = 60_000;
/** A tenant for which there is no room, or that could not be read, is not tried again for so long. */
const refusals = { max: 10_000, ttl: 60_000 };

/** An answer, and the standing that it has. */
export interface Ahead<T> {
  readonly answer: T;
  readonly standing: IndexStanding | undefined;
}

export type Question<T> = (table: number, size: TableSize) => Promise<T | undefined>;

/**
 * Which tenants are in memory, within a number of bytes. A tenant comes in where it is wanted, one after the other; the
 * one that has not been used for longest goes first, and so does one that was not used for a time, where there is one. If anything is wrong with a tenant's copy, it is dropped, and the vector
 * store answers.
 */
export class InMemoryTenants {
  private readonly logger = new Logger(InMemoryTenants.name);
  /** The one that was used last comes last. */
  private readonly tenants = new Map<string, InMemoryTenant>();
  private readonly refused = new LRUCache<string, true>(refusals);
  private turn: Promise<void> = Promise.resolve();

  /**
   * @param mostBytes of all tenants together
   * @param idleMs how long one stays that is not used
   */
  constructor(
    private readonly thread: InMemoryThread,
    private readonly mostBytes: number,
    private readonly idleMs = Infinity,
  ) {}

  /**
   * Asks the table of a tenant, brought up to date.
   * @param key of the model and the tenant
   * @param question given the table's number and its size
   * @returns undefined where it is not in memory
   */
  async ask<T>(key: string, question: Question<T>): Promise<T | undefined> {
    return this.asked(key, async (tenant) => {
      await forAllCallers(() => this.refresh(key, tenant));
      return question(tenant.table, tenant.size);
    });
  }

  /** The same of the table as it is, with its standing if that may be out of date. */
  async askAhead<T>(key: string, question: Question<T>): Promise<Ahead<T> | undefined> {
    return this.asked(key, async (tenant) => {
      const { standing } = tenant;
      if (standing === undefined) await forAllCallers(() => this.refresh(key, tenant));
      const answer = await question(tenant.table, tenant.size);
      return answer === undefined ? undefined : { answer, standing };
    });
  }

  /** Whether the tenant's table, brought up to date, is still as it was. */
  async stillHolds(key: string, { table, revision }: IndexStanding): Promise<boolean> {
    const now = await this.asked(key, async (tenant) => {
      await forAllCallers(() => this.refresh(key, tenant));
      return { table: tenant.table, revision: tenant.revision };
    });
    return now?.table === table && now.revision === revision;
  }

  private async asked<T>(
    key: string,
    work: (tenant: InMemoryTenant) => Promise<T | undefined>,
  ): Promise<T | undefined> {
    this.letGoIdle();
    const tenant = this.tenants.get(key);
    if (tenant?.complete !== true) return undefined;
    this.used(key, tenant);
    try {
      const answer = await work(tenant);
      if (answer === undefined) this.letGo(key, tenant);
      return answer;
    } catch (error) {
      this.fail(key, tenant, error);
      return undefined;
    }
  }

  /** Has the tenant read into memory, unless it is there or was refused lately; resolves when that is done. */
  want(key: string, source: ResidentSource): Promise<void> {
    if (!this.tenants.has(key) && !this.refused.has(key)) {
      const tenant = new InMemoryTenant(source, this.thread);
      this.tenants.set(key, tenant);
      const fill = (): Promise<void> => forAllCallers(() => this.fill(key, tenant));
      this.turn = this.turn.then(fill).catch((error: unknown) => this.fail(key, tenant, error));
    }
    return this.turn;
  }

  /** Tells, before and after the write, that memories are written or removed. */
  mark(key: string, memoryIds: readonly string[]): void {
    const tenant = this.tenants.get(key);
    if (tenant?.mark(memoryIds) !== true) return;
    this.refresh(key, tenant).catch((error: unknown) => this.fail(key, tenant, error));
  }

  /** Lets go of all whose key begins so. */
  forget(prefix: string): void {
    for (const [key, tenant] of this.tenants) if (key.startsWith(prefix)) this.letGo(key, tenant);
  }

  /** Lets go of one, and of its having been refused. */
  drop(key: string): void {
    const tenant = this.tenants.get(key);
    if (tenant !== undefined) this.letGo(key, tenant);
    this.refused.delete(key);
  }

  private async fill(key: string, tenant: InMemoryTenant): Promise<void> {
    if (this.tenants.get(key) !== tenant) return;
    const expected = await tenant.expectedBytes(POINT_BYTES);
    if (!this.makeRoom(expected)) {
      this.refuse(key, tenant);
      return;
    }
    await tenant.fill();
    this.trim(key, tenant);
  }

  private async refresh(key: string, tenant: InMemoryTenant): Promise<void> {
    const { size } = tenant;
    await tenant.refreshed();
    if (tenant.size !== size) this.trim(key, tenant);
  }

  private letGoIdle(): void {
    const idleSince = performance.now() - this.idleMs;
    for (const [key, tenant] of this.tenants) {
      if (tenant.usedAt > idleSince) return;
      this.letGo(key, tenant);
    }
  }

  /** Lets go of what has not been used lately. @returns whether that is enough */
  private makeRoom(bytes: number): boolean {
    const idleSince = performance.now() - KEPT_MS;
    for (const [key, tenant] of this.tenants) {
      if (this.bytes() + bytes <= this.mostBytes) return true;
      if (tenant.complete && tenant.usedAt < idleSince) this.letGo(key, tenant);
    }
    return this.bytes() + bytes <= this.mostBytes;
  }

  /** After a tenant has grown: others go first. */
  private trim(grownKey: string, grown: InMemoryTenant): void {
    for (const [key, tenant] of this.tenants) {
      if (this.bytes() <= this.mostBytes) return;
      if (tenant !== grown) this.letGo(key, tenant);
    }
    if (this.bytes() > this.mostBytes) this.refuse(grownKey, grown);
  }

  /** Those that are in memory or on their way there. */
  get size(): CacheSize {
    return { tenants: this.tenants.size, bytes: this.bytes() };
  }

  private bytes(): number {
    let sum = 0;
    for (const { size } of this.tenants.values()) sum += size.bytes;
    return sum;
  }

  private used(key: string, tenant: InMemoryTenant): void {
    tenant.usedAt = performance.now();
    this.tenants.delete(key);
    this.tenants.set(key, tenant);
  }

  private refuse(key: string, tenant: InMemoryTenant): void {
    this.refused.set(key, true);
    this.letGo(key, tenant);
  }

  private letGo(key: string, tenant: InMemoryTenant): void {
    if (this.tenants.get(key) === tenant) this.tenants.delete(key);
    this.thread.close(tenant.table).catch(() => undefined);
  }

  private fail(key: string, tenant: InMemoryTenant, error: unknown): void {
    // Otherwise it was let go on purpose.
    if (this.tenants.get(key) !== tenant) return;
    if (!(error instanceof TableGoneError)) {
      this.logger.warn(`a tenant's vectors cannot be kept in memory, searches read the vector store: ${String(error)}`);
    }
    this.refuse(key, tenant);
  }
}
