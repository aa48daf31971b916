import { Injectable } from '@nestjs/common';
import type { TenantId } from '@mneme/platform/ids';
import type { FollowUp, IndexedRecord, IndexListener } from './index-listener.js';

/** Who keeps something of each indexed memory: features add themselves when they are put together. */
@Injectable()
export class IndexListenerRegistry {
  private readonly followers: IndexListener[] = [];

  add(follower: IndexListener): void {
    this.followers.push(follower);
  }

  /** @returns what is to be written with the confirmation */
  async follow(tenant: TenantId, modelId: string, records: readonly IndexedRecord[]): Promise<FollowUp[]> {
    if (records.length === 0) return [];
    return Promise.all(this.followers.map((follower) => follower.follow(tenant, modelId, records)));
  }

  /** When the last records have been followed. */
  async close(): Promise<void> {
    await Promise.all(this.followers.map((follower) => follower.close()));
  }
}
