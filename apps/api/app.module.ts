import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { CredentialGuard, KeysModule, keysSchema } from '@mneme/keys';
import {
  ConfigModule,
  DatabaseModule,
  HttpModule,
  joinSchemas,
  MetricsModule,
  RedisModule,
  ScopeGuard,
  TenantGuard,
  type Feature,
  type Installation,
  type Schema,
} from '@mneme/platform';
import { RetrievalModule, retrievalMigrations, type VectorIndex } from '@mneme/retrieval';
import { UsageModule, usageSchema } from '@mneme/usage';
import { HealthController } from './health/health.controller.js';

/** What an application is put together from. */
export interface AppParts {
  readonly features: readonly Feature[];
  /** Another vector index than pgvector; its tables are then not made. */
  readonly vectorIndex?: Provider<VectorIndex>;
  /** Empties an index of another model instead of refusing to start. */
  readonly replaceOtherModel?: boolean;
}

/** The tables of an application. */
export function appSchema(parts: AppParts): Schema {
  const vectors: Schema = { entities: [], migrations: parts.vectorIndex === undefined ? retrievalMigrations : [] };
  return joinSchemas([usageSchema, keysSchema, vectors, ...parts.features.map((feature) => feature.schema)]);
}

/** Composes the features and puts the guards in order: who is calling, for which tenant, with which scope. */
@Module({})
export class AppModule {
  static forRoot(installation: Installation, parts: AppParts): DynamicModule {
    const { features, vectorIndex, replaceOtherModel = false } = parts;
    const retrieval = { replaceOtherModel, ...(vectorIndex === undefined ? {} : { vectorIndex }) };
    return {
      module: AppModule,
      imports: [
        ConfigModule.forRoot(installation.config),
        DatabaseModule.forRoot(installation.database),
        MetricsModule,
        RedisModule,
        HttpModule,
        { ...RetrievalModule.forRoot(retrieval), global: true },
        UsageModule,
        KeysModule.forRoot({ scopes: features.flatMap((feature) => feature.scopes) }),
        ...features.map((feature) => feature.module),
      ],
      controllers: [HealthController],
      providers: [
        { provide: APP_GUARD, useExisting: CredentialGuard },
        { provide: APP_GUARD, useClass: TenantGuard },
        { provide: APP_GUARD, useClass: ScopeGuard },
      ],
    };
  }
}
