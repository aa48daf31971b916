import { Injectable } from '@nestjs/common';
import { parseJson } from '@mneme/platform/bodies';
import { DomainError, type Fault } from '@mneme/platform/errors';
import type { TenantId } from '@mneme/platform/ids';
import { expiryOf } from '../dto/lifetime.js';
import { MemoryRecordDto } from '../dto/memory-record.dto.js';
import { MemoriesService } from '../records/memories.service.js';
import type { BatchOutcome, OnConflict } from '../records/batch-outcome.js';
import type { NewMemory } from '../storage/memory.factory.js';
import { RecordValidator } from '../records/record-validator.js';

/** A record that can be stored, or what is wrong with it. */
export type CheckedRecord = { readonly memory: NewMemory } | { readonly faults: readonly Fault[] };

/** Takes in records in NDJSON form. A record goes in whole or not at all. */
@Injectable()
export class MemoryImportService {
  constructor(
    private readonly validator: RecordValidator,
    private readonly memories: MemoriesService,
  ) {}

  /** By the same rules as POST /memories. @param line of NDJSON */
  async check(line: string): Promise<CheckedRecord> {
    let record: unknown;
    try {
      record = parseJson(line, 'the line');
    } catch (error) {
      if (error instanceof DomainError) return { faults: error.faults };
      throw error;
    }
    const checked = await this.validator.check(MemoryRecordDto, record, 'the line', newMemoryOf);
    return 'faults' in checked ? checked : { memory: checked.record };
  }

  /**
   * Stores a batch in one transaction and waits until it can be found.
   * @returns what became of each, in their order
   */
  async store(tenant: TenantId, batch: readonly NewMemory[], onConflict?: OnConflict): Promise<BatchOutcome[]> {
    return this.memories.createMany(tenant, batch, { anyLinks: true, ...(onConflict && { onConflict }) });
  }
}

function newMemoryOf(record: MemoryRecordDto): NewMemory {
  const { id: _, createdAt, updatedAt, expiresAt: _expiresAt, ttlSeconds: _ttlSeconds, ...rest } = record;
  return { ...rest, createdAt: dateOf(createdAt), updatedAt: dateOf(updatedAt), expiresAt: expiryOf(record) };
}

function dateOf(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text);
}
