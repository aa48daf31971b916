import { WarmUpModule } from '@mneme/platform/warm-up';
import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { CredentialGuard, keyEvents, KeysModule, keysSchema } from '@mneme/keys';
import { ScopeGuard, TenantGuard } from '@mneme/platform/auth';
import { ClockModule } from '@mneme/platform/clock';
import { type AppConfig, ConfigModule } from '@mneme/platform/config';
import { DatabaseModule } from '@mneme/platform/database';
import { ErasureModule, erasureSchema } from '@mneme/platform/erasure';
import { HttpModule } from '@mneme/platform/http';
import { IdempotencyModule, idempotencySchema } from '@mneme/platform/idempotency';
import type { Feature, Installation } from '@mneme/platform/installation';
import { JobsModule, jobsSchema } from '@mneme/platform/jobs';
import type { Schema } from '@mneme/platform/migrations';
import { MetricsModule } from '@mneme/platform/observability';
import { OutboxModule, outboxJobs, outboxSchema, type OutboxOptions } from '@mneme/platform/outbox';
import { RedisModule } from '@mneme/platform/redis';
import { pgvectorMigrations, RetrievalModule, retrievalMigrations, type VectorStore } from '@mneme/retrieval';
import { CallQuotaGuard, RateLimitGuard, RateLimitHeaders, UsageModule, usageSchema, usageScopes } from '@mneme/usage';
import { EntryController } from './entry/entry.controller.js';
import { HealthController } from './health/health.controller.js';

/** What an application is put together from. */
export interface AppParts {
  readonly features: readonly Feature[];
  /** Another store of vectors than the configured one. */
  readonly vectorStore?: Provider<VectorStore>;
  /** Uses the database's model regardless of EMBEDDING_MODEL, instead of refusing to start. */
  readonly anyModel?: boolean;
  /** The process answers a request or two and ends: no tenant is read into memory for it. */
  readonly oneOff?: boolean;
  /** False: callers are not limited, so that the benchmark can tell what limiting them costs. */
  readonly rateLimits?: boolean;
}

/** The tables of an application; those of pgvector are made where it is used, and stay where it is not any more. */
export function appSchema(config: AppConfig, parts: AppParts): Schema[] {
  const pgvector = config.qdrant === undefined && parts.vectorStore === undefined;
  const vectors: Schema = {
    feature: 'retrieval',
    entities: [],
    migrations: pgvector ? [...retrievalMigrations, ...pgvectorMigrations] : retrievalMigrations,
    unused: pgvector ? [] : pgvectorMigrations,
  };
  const features = parts.features.map((feature) => feature.schema);
  return [jobsSchema, erasureSchema, outboxSchema, usageSchema, idempotencySchema, keysSchema, vectors, ...features];
}

/** The features, and the guards in order: who is calling, how often, for which tenant, with which scope, how much. */
@Module({})
export class AppModule {
  static forRoot(installation: Installation, parts: AppParts): DynamicModule {
    const { features, rateLimits = true, ...retrieval } = parts;
    return {
      module: AppModule,
      imports: [
        ConfigModule.forRoot(installation.config),
        ClockModule,
        DatabaseModule.forRoot(installation.database),
        MetricsModule,
        WarmUpModule,
        RedisModule,
        HttpModule,
        IdempotencyModule,
        ErasureModule,
        JobsModule.forRoot(installation.config, [...outboxJobs, ...features.flatMap((feature) => feature.jobs ?? [])]),
        OutboxModule.forRoot(outboxOptions(features)),
        { ...RetrievalModule.forRoot(retrieval), global: true },
        UsageModule,
        KeysModule.forRoot({ scopes: [...usageScopes, ...features.flatMap((feature) => feature.scopes)] }),
        ...features.map((feature) => feature.module),
      ],
      controllers: [EntryController, HealthController],
      providers: [
        { provide: APP_GUARD, useExisting: CredentialGuard },
        ...(rateLimits ? [RateLimitHeaders, { provide: APP_GUARD, useExisting: RateLimitGuard }] : []),
        { provide: APP_GUARD, useClass: TenantGuard },
        { provide: APP_GUARD, useClass: ScopeGuard },
        { provide: APP_GUARD, useExisting: CallQuotaGuard },
      ],
    };
  }
}

function outboxOptions(features: readonly Feature[]): OutboxOptions {
  return {
    events: [...keyEvents, ...features.flatMap((feature) => feature.events ?? [])],
    handlers: features.flatMap((feature) => feature.eventHandlers ?? []),
  };
}
