import { Injectable } from '@nestjs/common';
import { newUuid, type TenantId, WarmUp } from '@mneme/platform';
import { MemoriesService } from './memories.service.js';
import { MemoryListService } from './memory-list.service.js';
import { MemorySearchService } from './memory-search.service.js';

/** Code runs slowly until it has run some times. */
const TIMES = 3;

/** Reads memories in every way that a client can. */
@Injectable()
export class MemoriesWarmUp {
  constructor(
    warmUp: WarmUp,
    private readonly memories: MemoriesService,
    private readonly list: MemoryListService,
    private readonly search: MemorySearchService,
  ) {
    warmUp.add('memories', (tenants) => Promise.all(tenants.map((tenant) => this.read(tenant))));
  }

  private async read(tenantId: TenantId): Promise<void> {
    for (let i = 0; i < TIMES; i++) {
      const { memories } = await this.list.page(tenantId, { tenantId });
      await this.memories.getMany(tenantId, [memories[0]?.id ?? newUuid()]);
      await this.search.look(tenantId, { tenantId, query: `what was decided about the roof? ${i}`, explain: true });
    }
  }
}
