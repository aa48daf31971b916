import type { TenantId } from '@mneme/platform/ids';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { __Item__ } from './__item__.entity.js';

/** The only place with queries on __wordsPlural__. */
@Injectable()
export class __Items__Repository {
  async insert(tx: EntityManager, created: __Item__): Promise<void> {
    await tx.insert(__Item__, created);
  }

  /** Newest first. Served by the index `__table___created`. */
  async newest(tx: EntityManager, tenantId: TenantId, limit: number): Promise<__Item__[]> {
    return tx.find(__Item__, { where: { tenantId }, order: { createdAt: 'DESC', id: 'DESC' }, take: limit });
  }
}
