import { setImmediate as otherWork } from 'node:timers/promises';
import { Answer, type ErrorItemDto } from '@mneme/platform/answers';
import { ERROR_RESPONSES, type Fault } from '@mneme/platform/errors';
import type { IdempotentRequest } from '@mneme/platform/idempotency';
import type { TenantId } from '@mneme/platform/ids';
import { MAX_FAULTS } from '@mneme/platform/validation';
import { Injectable } from '@nestjs/common';
import { BulkItemDto, BulkResultDto } from './bulk-result.dto.js';
import { MemoryInputDto, newMemoryOf } from '../dto/memory-input.dto.js';
import { MemoriesService } from '../records/memories.service.js';
import { type BatchOutcome, type OnConflict, takenBy } from '../records/batch-outcome.js';
import { RecordValidator, type Checked } from '../records/record-validator.js';
import type { NewMemory } from '../storage/memory.factory.js';

/** So many checks take less than 5 ms. */
const CHECKS_A_TURN = 25;

/** Creates many memories in one request: those that are right, and says of the others what is wrong. */
@Injectable()
export class MemoryBulkService {
  constructor(
    private readonly validator: RecordValidator,
    private readonly memories: MemoriesService,
  ) {}

  /** What is right and what the plan has room for is stored in one transaction; where that fails, nothing is. */
  async create(
    tenant: TenantId,
    items: readonly unknown[],
    onConflict: OnConflict = 'skip',
    key?: IdempotentRequest,
  ): Promise<Answer<BulkResultDto>> {
    const checked = await this.checkAll(items);
    const right = checked.flatMap((each) => ('record' in each ? [each.record] : []));
    const answer = (stored: readonly BatchOutcome[]): BulkResultDto => resultOf(checked, stored, onConflict);
    const together = this.memories.createTogether(tenant, right, { onConflict }, key, answer);
    return together.then(({ outcomes, ...parts }) => new Answer(answer(outcomes), parts));
  }

  /** Tells MAX_FAULTS in all; of each item that is wrong beyond these the first, so that none fails without a reason. */
  private async checkAll(items: readonly unknown[]): Promise<Checked<NewMemory>[]> {
    const checked: Checked<NewMemory>[] = [];
    let untold = MAX_FAULTS;
    for (const item of items) {
      const each = await this.validator.check(MemoryInputDto, item, 'the item', newMemoryOf);
      const faults = 'faults' in each ? each.faults.slice(0, Math.max(1, untold)) : [];
      untold -= faults.length;
      checked.push('faults' in each ? { faults } : each);
      if (checked.length % CHECKS_A_TURN === 0) await otherWork();
    }
    return checked;
  }
}

/** @param outcomes of the items that are right, in their order */
function resultOf(
  checked: readonly Checked<NewMemory>[],
  outcomes: readonly BatchOutcome[],
  onConflict: OnConflict,
): BulkResultDto {
  const next = outcomes.values();
  const results = checked.map((each, index) => {
    if ('faults' in each) return BulkItemDto.failed(index, each.faults.map(errorOf));
    const outcome = next.next().value;
    if (outcome === undefined) throw new Error('fewer outcomes than items that are right');
    return itemOf(index, outcome, onConflict);
  });
  return BulkResultDto.from(results);
}

function itemOf(index: number, outcome: BatchOutcome, onConflict: OnConflict): BulkItemDto {
  switch (outcome.outcome) {
    case 'created':
    case 'replaced':
      return BulkItemDto.written(index, outcome.outcome, outcome.memory);
    case 'present': {
      if (onConflict !== 'fail') return BulkItemDto.present(index, outcome.id);
      const { code } = ERROR_RESPONSES.duplicate;
      return BulkItemDto.failed(index, [{ code, message: takenBy(outcome.id), field: 'externalId' }]);
    }
    case 'overQuota':
      return BulkItemDto.failed(index, [{ code: ERROR_RESPONSES.insufficientQuota.code, message: outcome.reason }]);
    case 'refused':
      return BulkItemDto.failed(index, [errorOf({ message: outcome.reason, field: outcome.field })]);
  }
}

function errorOf(fault: Fault): ErrorItemDto {
  const { field, message } = fault;
  return { code: ERROR_RESPONSES.validation.code, message, ...(field === undefined ? {} : { field }) };
}
