import { failureText, PeriodicJob, TenantDb, type TenantId } from '@mneme/platform';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { ApiKey } from './api-key.entity.js';
import { ApiKeysRepository, type KeyUse } from './api-keys.repository.js';
import type { KeyHash } from './key-hasher.js';

const FLUSH_MS = 60_000;

/**
 * Collects when keys were used and writes it a minute later at most, so that no request waits for it. A key that was
 * hashed with the pepper before gets its new hash on the same way.
 */
@Injectable()
export class KeyUses implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(KeyUses.name);
  private readonly job = new PeriodicJob(
    () => this.flush(),
    FLUSH_MS,
    (error) => {
      this.logger.warn(`the last use of keys could not be written, it is tried again: ${failureText(error)}`);
    },
  );
  private readonly pending = new Map<TenantId, Map<string, KeyUse>>();

  constructor(
    private readonly tenantDb: TenantDb,
    private readonly keys: ApiKeysRepository,
  ) {}

  onApplicationBootstrap(): void {
    this.job.start();
  }

  /** After the last request has been answered. A database that is gone must not keep the process from ending. */
  async onApplicationShutdown(): Promise<void> {
    await this.job.stop();
    await this.flush().catch((error: unknown) => {
      this.logger.error(`the last use of keys is lost: ${failureText(error)}`);
    });
  }

  /** @param hash what is to be stored of the key from now on; left out where the key itself was not shown */
  touch({ tenantId, id, hash, pepperId }: ApiKey, current: KeyHash = { hash, pepperId }): void {
    const ofTenant = this.pending.get(tenantId) ?? new Map<string, KeyUse>();
    const newHash = current.pepperId === pepperId ? ofTenant.get(id)?.newHash : current;
    ofTenant.set(id, { id, at: new Date(), newHash });
    this.pending.set(tenantId, ofTenant);
  }

  /** One statement a tenant. What was not written stays pending. */
  private async flush(): Promise<boolean> {
    for (const [tenantId, ofTenant] of [...this.pending]) {
      const uses = [...ofTenant.values()];
      await this.tenantDb.run(tenantId, (tx) => this.keys.recordUses(tx, tenantId, uses));
      this.settle(tenantId, uses);
    }
    return false;
  }

  /** A key used again while its use was being written stays pending with the later time. */
  private settle(tenantId: TenantId, written: readonly KeyUse[]): void {
    const ofTenant = this.pending.get(tenantId);
    for (const use of written) if (ofTenant?.get(use.id) === use) ofTenant.delete(use.id);
    if (ofTenant?.size === 0) this.pending.delete(tenantId);
  }
}
