import { failureText, PeriodicJob, TenantDb, type TenantId } from '@mneme/platform';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { ApiKey } from './api-key.entity.js';
import { ApiKeysRepository, type KeyUse } from './api-keys.repository.js';

const FLUSH_MS = 60_000;

/** Collects when keys were used and writes it a minute later at most, so that no request waits for it. */
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
  private readonly pending = new Map<TenantId, Map<string, Date>>();

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

  touch({ tenantId, id }: ApiKey): void {
    const ofTenant = this.pending.get(tenantId) ?? new Map<string, Date>();
    ofTenant.set(id, new Date());
    this.pending.set(tenantId, ofTenant);
  }

  /** One statement a tenant. What was not written stays pending. */
  private async flush(): Promise<boolean> {
    for (const [tenantId, dates] of [...this.pending]) {
      const uses: KeyUse[] = [...dates].map(([id, at]) => ({ id, at }));
      await this.tenantDb.run(tenantId, (tx) => this.keys.recordUses(tx, tenantId, uses));
      this.settle(tenantId, uses);
    }
    return false;
  }

  /** A key used again while its use was being written stays pending with the later time. */
  private settle(tenantId: TenantId, written: readonly KeyUse[]): void {
    const dates = this.pending.get(tenantId);
    for (const { id, at } of written) if (dates?.get(id) === at) dates.delete(id);
    if (dates?.size === 0) this.pending.delete(tenantId);
  }
}
