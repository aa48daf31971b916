import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import { Embedder } from './embedding/embedder.js';
import { TextPool } from './embedding/text-pool.js';
import { TransformersEmbedder } from './embedding/transformers.embedder.js';
import { PgvectorIndex } from './vector-index/pgvector.index.js';
import { TermStatistics } from './vector-index/term-statistics.js';
import { VectorIndex } from './vector-index/vector-index.js';
import { OtherModelPolicy } from './other-model.policy.js';
import { RetrievalService } from './retrieval.service.js';

export interface RetrievalOptions {
  /** Provider of the token `VectorIndex`; pgvector where it is absent. */
  readonly vectorIndex?: Provider<VectorIndex>;
  /** Whether an index of another model is emptied; otherwise the start is refused. */
  readonly replaceOtherModel?: boolean;
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
        options.vectorIndex ?? { provide: VectorIndex, useClass: PgvectorIndex },
        { provide: Embedder, useClass: TransformersEmbedder },
        TextPool,
        TermStatistics,
        { provide: OtherModelPolicy, useValue: new OtherModelPolicy(options.replaceOtherModel ?? false) },
        RetrievalService,
      ],
      exports: [RetrievalService, VectorIndex, Embedder],
    };
  }
}
