import { Injectable } from '@nestjs/common';
import { TenantDb } from '@mneme/platform/database';
import type { TenantId } from '@mneme/platform/ids';
import { MemoryDefaultsRepository } from '../storage/memory-defaults.repository.js';
import type { NewMemory } from '../storage/memory.factory.js';

const SECOND_MS = 1_000;

/** What a tenant's memories get where they do not say it themselves. */
@Injectable()
export class MemoryDefaultsService {
  constructor(
    private readonly tenantDb: TenantDb,
    private readonly defaults: MemoryDefaultsRepository,
  ) {}

  /** Nothing is asked where no working memory leaves its end open. */
  async complete<Input extends NewMemory>(tenant: TenantId, inputs: readonly Input[]): Promise<readonly Input[]> {
    if (!inputs.some(isOpen)) return inputs;
    const seconds = await this.workingTtl(tenant);
    if (seconds === undefined) return inputs;
    const expiresAt = new Date(Date.now() + seconds * SECOND_MS);
    return inputs.map((input) => (isOpen(input) ? { ...input, expiresAt } : input));
  }

  /** In seconds; undefined where working memories do not expire by themselves. */
  async workingTtl(tenant: TenantId): Promise<number | undefined> {
    return this.tenantDb.read(tenant, (tx) => this.defaults.workingTtl(tx, tenant));
  }

  async setWorkingTtl(tenant: TenantId, seconds: number | undefined): Promise<void> {
    await this.tenantDb.run(tenant, (tx) => this.defaults.setWorkingTtl(tx, tenant, seconds));
  }
}

function isOpen({ type, expiresAt }: NewMemory): boolean {
  return type === 'working' && expiresAt === undefined;
}
