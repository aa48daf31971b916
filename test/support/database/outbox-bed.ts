import { WarmUpModule } from '@mneme/platform/warm-up';
import { Module, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ConfigModule, type AppConfig } from '@mneme/platform/config';
import { DatabaseModule, TenantDb } from '@mneme/platform/database';
import { ErasureModule } from '@mneme/platform/erasure';
import { eventType, type EventSubscription, type EventType } from '@mneme/platform/events';
import { tenantId, type TenantId } from '@mneme/platform/ids';
import { JobsModule } from '@mneme/platform/jobs';
import { MetricsModule } from '@mneme/platform/observability';
import { Outbox, OutboxModule, OutboxRelay } from '@mneme/platform/outbox';
import { RedisModule } from '@mneme/platform/redis';
import type { OpenDatabase } from './open-database.js';
import { RecordingHandler } from '../webhooks/recording.handler.js';

export interface Thing {
  readonly name: string;
  readonly sequence: number;
}

export const ThingMade: EventType<Thing> = eventType('thing.made', ({ name, sequence }) => {
  return { resourceId: name, sequence, data: { name } };
});

@Module({})
class RecordingModule {}

const ONE: readonly EventSubscription[] = [{ name: 'webhooks', handler: RecordingHandler }];

/** The outbox as an application has it, with a handler that the test looks into; nothing runs but what the test asks for. */
export class OutboxBed {
  private constructor(
    readonly app: INestApplicationContext,
    readonly tenantDb: TenantDb,
    readonly outbox: Outbox,
    readonly relay: OutboxRelay,
    readonly handler: RecordingHandler,
  ) {}

  static async open(
    { database }: OpenDatabase,
    handlers: readonly EventSubscription[] = ONE,
    events: readonly EventType[] = [ThingMade],
  ): Promise<OutboxBed> {
    const module = {
      module: RecordingModule,
      providers: [...new Set([RecordingHandler, ...handlers.map(({ handler }) => handler)])],
      imports: [
        ConfigModule.forRoot({ workers: false } as AppConfig),
        DatabaseModule.forRoot(database),
        MetricsModule,
        WarmUpModule,
        RedisModule,
        JobsModule.forRoot({ redis: undefined }, []),
        ErasureModule,
        OutboxModule.forRoot({ events, handlers }),
      ],
    };
    const app = await NestFactory.createApplicationContext(module, { logger: false, abortOnError: false });
    const parts = [app.get(TenantDb), app.get(Outbox), app.get(OutboxRelay), app.get(RecordingHandler)] as const;
    return new OutboxBed(app, ...parts);
  }

  /** Writes one event for each name, in one transaction. */
  async make(tenant: TenantId, ...names: string[]): Promise<void> {
    const things = names.map((name) => ({ name, sequence: 1 }));
    await this.tenantDb.run(tenant, (tx) => this.outbox.add(tx, tenant, ThingMade, things));
  }

  /** Relays until nothing is due. @param handlers left out: all */
  async relayAll(...handlers: string[]): Promise<void> {
    while (await (handlers.length > 0 ? this.relay.sweep(handlers) : this.relay.sweep()));
  }

  /** Ends the pauses and leases of what waits for handlers. */
  async makeDue(tenant: TenantId): Promise<void> {
    const due = 'UPDATE outbox_handler_queue SET due_at = now() WHERE tenant_id = $1 AND dead_at IS NULL';
    await this.tenantDb.run(tenant, (tx) => tx.query(due, [tenant]));
  }

  /** How many rows of the tenant a table has. */
  async count(tenant: TenantId, table: string): Promise<number> {
    const count = `SELECT count(*)::int AS n FROM ${table} WHERE tenant_id = $1`;
    const [row] = await this.tenantDb.run(tenant, (tx) => tx.query<{ n: number }[]>(count, [tenant]));
    return row?.n ?? -1;
  }
}

let tenants = 0;

/** A tenant that no other test has. */
export function freshTenant(): TenantId {
  return tenantId(`tenant-${process.pid}-${++tenants}`);
}
