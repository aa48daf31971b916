import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { PeriodicJob } from '../concurrency/periodic-job.js';
import { SerialQueue } from '../concurrency/serial-queue.js';
import { AppConfig } from '../config/app-config.js';
import { TenantDb } from '../database/tenant-db.js';
import { TenantFence } from '../database/tenant-fence.js';
import type { TenantId } from '../ids/tenant-id.js';
import { failureText } from '../observability/logged-error.js';
import { Broadcast } from '../redis/broadcast.js';
import { ErasuresRepository } from './erasures.repository.js';
import { TenantErasers } from './tenant-erasers.js';

/** An erasure lasts longer than two looks, so that every process has seen it. */
export const WATCH_MS = 1_000;
const TOPIC = 'tenants.erasures';

/**
 * Has this process know which tenants are being erased, and forget what it remembers of them. With a Redis it looks when
 * another process says so, and in any case every second.
 */
@Injectable()
export class ErasureWatch implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(ErasureWatch.name);
  private readonly known = new Set<TenantId>();
  private readonly looks = new SerialQueue();
  private readonly job = new PeriodicJob(
    () => this.look().then(() => false),
    WATCH_MS,
    (error) => {
      this.logger.warn(`tenants that are being erased could not be looked up: ${failureText(error)}`);
    },
  );

  constructor(
    private readonly config: AppConfig,
    private readonly tenantDb: TenantDb,
    private readonly fence: TenantFence,
    private readonly erasures: ErasuresRepository,
    private readonly erasers: TenantErasers,
    private readonly broadcast: Broadcast,
  ) {
    const look = (): void => this.job.wake(0);
    broadcast.listen(TOPIC, { onMessage: look, onGap: look });
  }

  /** On the embedded database every erasure is this process's own. */
  async onApplicationBootstrap(): Promise<void> {
    if (this.config.postgres === undefined) await this.look();
    else this.job.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.job.stop();
  }

  /** To be called when this process has begun or ended an erasure: it knows at once, and tells the others to look. */
  async announce(): Promise<void> {
    await this.look();
    await this.broadcast.publish(TOPIC, 'changed');
  }

  /** Resolves when this process knows what the database says now. */
  async look(): Promise<void> {
    return this.looks.run(async () => {
      const erasures = await this.tenantDb.readSystem((tx) => this.erasures.list(tx));
      const underWay = new Set(erasures.map(({ tenantId }) => tenantId));
      for (const tenant of underWay) if (!this.known.has(tenant)) await this.close(tenant);
      for (const tenant of this.known) if (!underWay.has(tenant)) await this.open(tenant);
    });
  }

  private async close(tenant: TenantId): Promise<void> {
    this.fence.close(tenant);
    this.known.add(tenant);
    await this.forget(tenant);
  }

  /** Requests that began before are kept from storing anything; what they left in memory goes before later ones come. */
  private async open(tenant: TenantId): Promise<void> {
    await this.forget(tenant);
    this.known.delete(tenant);
    this.fence.open(tenant);
  }

  private async forget(tenant: TenantId): Promise<void> {
    await this.erasers.forget(tenant).catch((error: unknown) => {
      this.logger.warn(`something of a tenant that is erased stays in memory: ${failureText(error)}`);
    });
  }
}
