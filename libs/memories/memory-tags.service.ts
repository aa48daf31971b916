import { Injectable } from '@nestjs/common';
import { TenantDb, type TenantId } from '@mneme/platform';
import { MemoryTagsRepository } from './memory-tags.repository.js';

/** How common tags are in a tenant, and who carries rare ones. */
@Injectable()
export class MemoryTagsService {
  constructor(
    private readonly tenantDb: TenantDb,
    private readonly tags: MemoryTagsRepository,
  ) {}

  /** @param upTo counting of a tag ends there */
  async counts(tenant: TenantId, tags: readonly string[], upTo: number): Promise<Map<string, number>> {
    if (tags.length === 0) return new Map();
    return this.tenantDb.read(tenant, (tx) => this.tags.counts(tx, tenant, tags, upTo));
  }

  /** UUIDs of at most so many memories of each tag. */
  async holders(tenant: TenantId, tags: readonly string[], limit: number): Promise<string[]> {
    if (tags.length === 0) return [];
    return this.tenantDb.read(tenant, (tx) => this.tags.holders(tx, tenant, tags, limit));
  }
}
