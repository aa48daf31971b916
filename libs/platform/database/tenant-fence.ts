import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { workBegan } from '../context/request-context.js';
import { DomainError } from '../errors/domain-error.js';
import type { TenantId } from '../ids/tenant-id.js';

const REMEMBERED = 10_000;

/**
 * Which tenants are being erased or have been, as far as this process knows. The database refuses every transaction of a
 * tenant that is being erased (`mneme_set_tenant`). This stops what the database does not see, writes to an index outside
 * of it, and what comes after the end: a request that began before must not store anything for a tenant that is gone.
 */
@Injectable()
export class TenantFence {
  private readonly closed = new Set<TenantId>();
  /** On the clock of `performance.now()`. */
  private readonly erasedAt = new LRUCache<TenantId, number>({ max: REMEMBERED });
  private readonly eraser = new AsyncLocalStorage<TenantId>();

  close(tenant: TenantId): void {
    this.closed.add(tenant);
  }

  /** The erasure has ended: later requests may use the identifier. */
  open(tenant: TenantId): void {
    this.closed.delete(tenant);
    this.erasedAt.set(tenant, performance.now());
  }

  /** Does the work of an erasure, which no fence holds up. */
  asEraser<T>(tenant: TenantId, work: () => Promise<T>): Promise<T> {
    return this.eraser.run(tenant, work);
  }

  /** Whether the work under way is the erasure of this tenant. */
  isEraser(tenant: TenantId): boolean {
    return this.eraser.getStore() === tenant;
  }

  /** @throws DomainError tenantErased where the work under way may not touch the tenant */
  check(tenant: TenantId): void {
    if (this.isEraser(tenant)) return;
    const began = workBegan() ?? Infinity;
    if (this.closed.has(tenant) || began < (this.erasedAt.get(tenant) ?? -Infinity)) throw DomainError.tenantErased();
  }
}
