import { Module, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  ConfigModule,
  DatabaseModule,
  eventType,
  JobsModule,
  MetricsModule,
  Outbox,
  OutboxModule,
  OutboxRelay,
  TenantDb,
  tenantId,
  type AppConfig,
  type EventSubscription,
  type EventType,
  type TenantId,
} from '@mneme/platform';
import type { OpenDatabase } from './open-database.js';
import { RecordingHandler } from './recording.handler.js';

export interface Thing {
  readonly name: string;
  readonly sequence: number;
}

export const ThingMade: EventType<Thing> = eventType('thing.made', ({ name, sequence }) => {
  return { resourceId: name, sequence, data: { name } };
});

@Module({ providers: [RecordingHandler], exports: [RecordingHandler] })
class RecordingModule {}

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
    handlers: readonly EventSubscription[] = [{ handler: RecordingHandler }],
  ): Promise<OutboxBed> {
    const module = {
      module: RecordingModule,
      imports: [
        ConfigModule.forRoot({ workers: false } as AppConfig),
        DatabaseModule.forRoot(database),
        MetricsModule,
        JobsModule.forRoot({ redis: undefined }, []),
        OutboxModule.forRoot({ events: [ThingMade], handlers }),
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

  /** Relays until nothing is due. */
  async relayAll(): Promise<void> {
    while (await this.relay.sweep());
  }
}

let tenants = 0;

/** A tenant that no other test has. */
export function freshTenant(): TenantId {
  return tenantId(`tenant-${process.pid}-${++tenants}`);
}
