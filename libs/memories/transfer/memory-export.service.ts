import { Injectable } from '@nestjs/common';
import { TenantDb } from '@mneme/platform/database';
import { formatId, type TenantId } from '@mneme/platform/ids';
import type { MemoryRecordDto } from '../dto/memory-record.dto.js';
import { FilterMeasuresRepository } from '../listing/filter-measures.repository.js';
import { FilterMeasures } from '../listing/filter-measures.service.js';
import { cursorBehind, type ListCursor } from '../listing/list-cursor.js';
import type { Memory } from '../storage/memory.entity.js';
import type { MemoryFilter } from '../listing/memory-filter.js';
import { MemoryListRepository, type ListWindow } from '../listing/memory-list.repository.js';

const PAGE = 500;

/** Gives out a tenant's records in NDJSON form, in the order of their creation. */
@Injectable()
export class MemoryExportService {
  constructor(
    private readonly tenantDb: TenantDb,
    private readonly measures: FilterMeasures,
    private readonly filters: FilterMeasuresRepository,
    private readonly list: MemoryListRepository,
  ) {}

  async total(tenant: TenantId, asked: MemoryFilter = {}): Promise<number> {
    return this.tenantDb.read(tenant, async (tx) => (await this.measures.measure(tx, tenant, asked)).total);
  }

  /** A page at a time, as fast as they are taken; what is written meanwhile may or may not be among them. */
  async *records(tenant: TenantId, asked: MemoryFilter = {}): AsyncGenerator<MemoryRecordDto[]> {
    const filter = await this.tenantDb.read(tenant, (tx) => this.filters.narrowed(tx, tenant, asked));
    let after: ListCursor | undefined;
    let number = 1;
    do {
      const window: ListWindow = { sort: 'createdAt', order: 'asc', limit: PAGE, offset: 0, after };
      const page = await this.tenantDb.read(tenant, (tx) => this.list.page(tx, tenant, filter, window));
      yield page.map(toRecord);
      const last = page.at(-1);
      number += 1;
      after = last === undefined || page.length < PAGE ? undefined : cursorBehind(last, 'createdAt', 'asc', number);
    } while (after !== undefined);
  }
}

function toRecord(memory: Memory): MemoryRecordDto {
  const { content, type, importance, tags, metadata, externalId, createdAt, updatedAt, expiresAt } = memory;
  return {
    id: formatId('mem', memory.id),
    content,
    type,
    importance,
    tags,
    metadata,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    ...(externalId === null ? {} : { externalId }),
    ...(expiresAt === null ? {} : { expiresAt: expiresAt.toISOString() }),
  };
}
