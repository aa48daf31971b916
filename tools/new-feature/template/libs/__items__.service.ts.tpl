import { TenantDb } from '@mneme/platform/database';
import { Idempotency, type IdempotentRequest } from '@mneme/platform/idempotency';
import { newUuid, type TenantId } from '@mneme/platform/ids';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { __Item__Dto } from './dto/__item__.dto.js';
import type { __Item__ } from './__item__.entity.js';
import { __Items__Repository } from './__items__.repository.js';

/** The rules of __wordsPlural__. */
@Injectable()
export class __Items__Service {
  constructor(
    private readonly tenantDb: TenantDb,
    private readonly repository: __Items__Repository,
    private readonly idempotency: Idempotency,
  ) {}

  /** @param key of a request that may be repeated: its first response is returned again */
  async create(tenantId: TenantId, text: string, key?: IdempotentRequest): Promise<__Item__> {
    const created = { tenantId, id: newUuid(), text, createdAt: new Date() };
    const insert = async (tx: EntityManager): Promise<__Item__> => {
      await this.repository.insert(tx, created);
      return created;
    };
    return this.tenantDb.run(tenantId, (tx) =>
      this.idempotency.once(tx, key, insert, (each) => __Item__Dto.from(each)),
    );
  }

  async newest(tenantId: TenantId, limit: number): Promise<__Item__[]> {
    return this.tenantDb.read(tenantId, (tx) => this.repository.newest(tx, tenantId, limit));
  }
}
