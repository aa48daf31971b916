import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import { EmbedderFactory } from './embedding/embedder.factory.js';
import { TextPool } from './embedding/text-pool.js';
import { ActiveModels } from './models/active-models.js';
import { EmbeddingModelsRepository } from './models/embedding-models.repository.js';
import { ModelChoice } from './models/model-choice.js';
import { PgvectorStore } from './vector-index/pgvector.store.js';
import { VectorStore } from './vector-index/vector-store.js';
import { RetrievalService } from './retrieval.service.js';

export interface RetrievalOptions {
  /** Provider of the token `VectorStore`; pgvector where it is absent. */
  readonly vectorStore?: Provider<VectorStore>;
  /** Whether the database's model is used whatever EMBEDDING_MODEL says; otherwise the start is refused. */
  readonly anyModel?: boolean;
  /** Modules that export AppConfig and TenantDb, where these are not global. */
  readonly imports?: NonNullable<DynamicModule['imports']>;
}

/** Loads the model and checks the index at start, so that a service which listens can also search. */
@Module({})
export class RetrievalModule {
  static forRoot(options: RetrievalOptions = {}): DynamicModule {
    return {
      module: RetrievalModule,
      imports: options.imports ?? [],
      providers: [
        options.vectorStore ?? { provide: VectorStore, useClass: PgvectorStore },
        TextPool,
        EmbedderFactory,
        EmbeddingModelsRepository,
        { provide: ModelChoice, useValue: new ModelChoice(options.anyModel ?? false) },
        ActiveModels,
        RetrievalService,
      ],
      exports: [RetrievalService],
    };
  }
}
