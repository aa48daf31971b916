import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import { AppConfig } from '@mneme/platform/config';
import { TenantDb, TenantFence } from '@mneme/platform/database';
import { EmbedderFactory } from './embedding/embedder.factory.js';
import { ModelMetrics } from './embedding/model-metrics.js';
import { TextWorkers } from './embedding/text-workers.js';
import { ActiveModels } from './models/active-models.js';
import { CurrentIndex } from './models/current-index.js';
import { EmbeddingModelsRepository } from './models/embedding-models.repository.js';
import { ModelReplicasRepository } from './models/model-replicas.repository.js';
import { ModelChoice } from './models/model-choice.js';
import { InMemoryStore, type ReadableStore } from './in-memory/in-memory.store.js';
import { FollowedChanges } from './vector-index/followed-changes.js';
import { InstrumentedStore } from './vector-index/instrumented.store.js';
import { PgvectorStore } from './pgvector/pgvector.store.js';
import { QdrantStore } from './qdrant/qdrant.store.js';
import { VectorIndexMetrics } from './vector-index/vector-index-metrics.js';
import { VectorStore } from './vector-index/vector-store.js';
import { RetrievalEraser } from './retrieval-eraser.js';
import { RetrievalHealth } from './retrieval-health.js';
import { RetrievalService } from './retrieval.service.js';
import { RetrievalWarmUp } from './retrieval-warm-up.js';

export interface RetrievalOptions {
  /** Provider of the token `VectorStore` instead of the configured one. */
  readonly vectorStore?: Provider<VectorStore>;
  /** Whether the database's model is used regardless of EMBEDDING_MODEL; otherwise the start is refused. */
  readonly anyModel?: boolean;
  /** The process answers a request or two and ends: no tenant is read into memory for it. */
  readonly oneOff?: boolean;
  /** Modules that export AppConfig, TenantDb, Metrics, DependencyChecks and WarmUp, where these are not global. */
  readonly imports?: NonNullable<DynamicModule['imports']>;
}

function configuredStore(oneOff: boolean): Provider<VectorStore> {
  return {
    provide: VectorStore,
    useFactory: (
      config: AppConfig,
      db: TenantDb,
      metrics: VectorIndexMetrics,
      fence: TenantFence,
      changes: FollowedChanges,
    ) => {
      const store = storeOf(config, db);
      const { postgres, indexCacheBytes: mostBytes } = config;
      if (oneOff || mostBytes === 0) return new InstrumentedStore(store, metrics, fence);
      // The embedded database is this process's own: nobody else writes to it, whose changes had to be followed.
      const options = postgres === undefined ? { mostBytes, metrics } : { mostBytes, metrics, changes };
      return new InstrumentedStore(new InMemoryStore(store, options), metrics, fence);
    },
    inject: [AppConfig, TenantDb, VectorIndexMetrics, TenantFence, FollowedChanges],
  };
}

function storeOf({ qdrant }: AppConfig, db: TenantDb): ReadableStore {
  return qdrant === undefined ? new PgvectorStore(db) : new QdrantStore(qdrant);
}

/** Loads the model and checks the index at start, so that a service which listens can also search. */
@Module({})
export class RetrievalModule {
  static forRoot(options: RetrievalOptions = {}): DynamicModule {
    return {
      module: RetrievalModule,
      imports: options.imports ?? [],
      providers: [
        options.vectorStore ?? configuredStore(options.oneOff ?? false),
        VectorIndexMetrics,
        FollowedChanges,
        TextWorkers,
        ModelMetrics,
        EmbedderFactory,
        EmbeddingModelsRepository,
        ModelReplicasRepository,
        { provide: ModelChoice, useValue: new ModelChoice(options.anyModel ?? false) },
        CurrentIndex,
        ActiveModels,
        RetrievalService,
        RetrievalEraser,
        RetrievalHealth,
        RetrievalWarmUp,
      ],
      exports: [
        RetrievalService,
        ActiveModels,
        EmbeddingModelsRepository,
        FollowedChanges,
        ModelReplicasRepository,
        VectorStore,
      ],
    };
  }
}
