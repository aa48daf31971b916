import { TenantDb } from '@mneme/platform/database';
import type { TenantId } from '@mneme/platform/ids';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { statusOf, type ApiKey } from './api-key.entity.js';
import { ApiKeysRepository } from './api-keys.repository.js';

const ENTRIES = 10_000;
const FOUND_MS = 9_000;
const MISSING_MS = 5_000;

/**
 * Finds keys by their public id, asking the database once in ten seconds a key. Nothing is served beyond that time,
 * and requests that arrive together share one query.
 */
@Injectable()
export class ApiKeyLookup {
  private readonly found = new LRUCache<string, ApiKey>({ max: ENTRIES, ttl: FOUND_MS });
  /** Apart from the others, so that made-up keys cannot push real ones out. */
  private readonly missing = new LRUCache<string, true>({ max: ENTRIES, ttl: MISSING_MS });
  private readonly underWay = new Map<string, Promise<ApiKey | null>>();

  constructor(
    private readonly tenantDb: TenantDb,
    private readonly keys: ApiKeysRepository,
  ) {}

  /** The key, where there is one that is neither revoked nor expired at this moment. */
  async findUsable(keyId: string): Promise<ApiKey | undefined> {
    const key = await this.find(keyId);
    return key !== null && statusOf(key, new Date()) === 'active' ? key : undefined;
  }

  /** To be called once a change of the key is committed: the next request sees it, also past a query under way. */
  forget(keyId: string): void {
    this.found.delete(keyId);
    this.missing.delete(keyId);
    this.underWay.delete(keyId);
  }

  /** What was found of a tenant. */
  forgetTenant(tenantId: TenantId): void {
    for (const [keyId, key] of [...this.found.entries()]) if (key.tenantId === tenantId) this.forget(keyId);
  }

  /** Where changes may have been missed. */
  forgetAll(): void {
    this.found.clear();
    this.missing.clear();
    this.underWay.clear();
  }

  private async find(keyId: string): Promise<ApiKey | null> {
    const known = this.found.get(keyId);
    if (known !== undefined) return known;
    if (this.missing.has(keyId)) return null;
    return this.underWay.get(keyId) ?? this.ask(keyId);
  }

  private async ask(keyId: string): Promise<ApiKey | null> {
    const query = this.tenantDb.runForKey(keyId, (tx) => this.keys.findByKeyId(tx, keyId));
    this.underWay.set(keyId, query);
    try {
      const key = await query;
      // A query that `forget` has overtaken may have read what is no longer so.
      if (this.underWay.get(keyId) === query) this.remember(keyId, key);
      return key;
    } finally {
      if (this.underWay.get(keyId) === query) this.underWay.delete(keyId);
    }
  }

  private remember(keyId: string, key: ApiKey | null): void {
    if (key === null) this.missing.set(keyId, true);
    else this.found.set(keyId, key);
  }
}
