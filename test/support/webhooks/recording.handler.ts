import { Injectable } from '@nestjs/common';
import { EventHandler, type EventHeader, type StoredEvent } from '@mneme/platform/events';
import type { TenantId } from '@mneme/platform/ids';
import { EventLog } from '@mneme/platform/outbox';
import type { EntityManager } from 'typeorm';

/** Writes down what it is given, inside the relay's transaction as a real one does, and does as it is told. */
@Injectable()
export class RecordingHandler extends EventHandler {
  readonly seen: (StoredEvent & { readonly tenantId: TenantId })[] = [];
  /** Names of things whose event it cannot handle. */
  readonly refused = new Set<string>();
  keeps = true;
  /** Done in the relay's transaction before anything is noted. */
  before: (tx: EntityManager) => Promise<unknown> = () => Promise.resolve();

  constructor(private readonly log: EventLog) {
    super();
  }

  async handle(tx: EntityManager, tenantId: TenantId, events: readonly EventHeader[]): Promise<readonly string[]> {
    await this.before(tx);
    const ids = events.map((event) => event.id);
    const stored = await this.log.find(tx, tenantId, ids);
    const whole = ids.flatMap((id) => stored.get(id) ?? []);
    if (whole.some(({ resourceId }) => this.refused.has(resourceId ?? ''))) throw new Error('cannot handle this');
    this.seen.push(...whole.map((event) => ({ ...event, tenantId })));
    return this.keeps ? ids : [];
  }

  override wants(): Promise<boolean> {
    return Promise.resolve(this.keeps);
  }
}
