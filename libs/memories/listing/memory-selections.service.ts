import { Injectable } from '@nestjs/common';
import { TenantDb } from '@mneme/platform/database';
import type { TenantId } from '@mneme/platform/ids';
import { memoryFilter, type MetadataFilter } from './memory-filter.js';
import { FilterMeasuresRepository } from './filter-measures.repository.js';
import { MemoryListRepository } from './memory-list.repository.js';

/** Ids read in one statement: the driver takes 2 ms to turn them into bytes. */
const PAGE = 20_000;
const ID_BYTES = 16;
const FIRST = '00000000-0000-0000-0000-000000000000';

/** Which memories a feature may look at: by their metadata, and without those whose time is over. */
@Injectable()
export class MemorySelectionsService {
  constructor(
    private readonly tenantDb: TenantDb,
    private readonly filters: FilterMeasuresRepository,
    private readonly list: MemoryListRepository,
  ) {}

  /** Those of these memories, named by UUID, that have this metadata. */
  async among(tenant: TenantId, metadata: MetadataFilter, uuids: readonly string[]): Promise<Set<string>> {
    if (uuids.length === 0) return new Set();
    return this.tenantDb.read(tenant, (tx) => this.list.among(tx, tenant, memoryFilter({ metadata }), uuids));
  }

  /** All memories with this metadata: their UUIDs in 16 bytes each, in order. */
  async packed(tenant: TenantId, metadata: MetadataFilter): Promise<Uint8Array> {
    const asked = memoryFilter({ metadata });
    const filter = await this.tenantDb.read(tenant, (tx) => this.filters.narrowed(tx, tenant, asked));
    const pages: Uint8Array[] = [];
    for (let after: string | null = FIRST; after !== null;) {
      const begin: string = after;
      const page = await this.tenantDb.read(tenant, (tx) => this.list.packedIds(tx, tenant, filter, begin, PAGE));
      pages.push(page.ids);
      after = page.ids.length === PAGE * ID_BYTES ? page.last : null;
    }
    return Buffer.concat(pages);
  }

  /** Memories whose time is over and that are still stored, in the same form. */
  async expired(tenant: TenantId): Promise<Uint8Array> {
    return this.tenantDb.read(tenant, (tx) => this.list.packedExpired(tx, tenant));
  }
}
