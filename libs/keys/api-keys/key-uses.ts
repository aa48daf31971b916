import { WriteBehindBuffer } from '@mneme/platform/concurrency';
import { TenantDb } from '@mneme/platform/database';
import { unlessErased } from '@mneme/platform/errors';
import type { TenantId } from '@mneme/platform/ids';
import { failureText } from '@mneme/platform/observability';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { ApiKey } from './api-key.entity.js';
import { ApiKeysRepository, type KeyUse } from './api-keys.repository.js';
import type { KeyHash } from '../hashing/key-hasher.js';

const FLUSH_MS = 60_000;

/**
 * Collects when keys were used and writes it a minute later at most, so that no request waits for it. A key that was
 * hashed with the pepper before gets its new hash on the same way.
 */
@Injectable()
export class KeyUses implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(KeyUses.name);
  private readonly buffer: WriteBehindBuffer<TenantId, KeyUse>;

  constructor(tenantDb: TenantDb, keys: ApiKeysRepository) {
    this.buffer = new WriteBehindBuffer({
      intervalMs: FLUSH_MS,
      write: async (tenant, uses) => {
        await unlessErased(tenantDb.run(tenant, (tx) => keys.recordUses(tx, tenant, uses)));
      },
      merge: (earlier, later) => ({ ...later, newHash: later.newHash ?? earlier.newHash }),
      onError: (error) => {
        this.logger.warn(`the last use of keys could not be written, it is tried again: ${failureText(error)}`);
      },
    });
  }

  /** Drops what is not written yet of a tenant that is erased. */
  discard(tenantId: TenantId): void {
    this.buffer.discard(tenantId);
  }

  onApplicationBootstrap(): void {
    this.buffer.start();
  }

  /** After the last request has been answered. A database that is unavailable must not keep the process from ending. */
  async onApplicationShutdown(): Promise<void> {
    await this.buffer.stop().catch((error: unknown) => {
      this.logger.error(`the last use of keys is lost: ${failureText(error)}`);
    });
  }

  /** @param hash what is to be stored of the key from now on; left out where the key itself was not shown */
  touch({ tenantId, id, hash, pepperId }: ApiKey, current: KeyHash = { hash, pepperId }): void {
    const newHash = current.pepperId === pepperId ? undefined : current;
    this.buffer.add(tenantId, id, { id, at: new Date(), newHash });
  }
}
