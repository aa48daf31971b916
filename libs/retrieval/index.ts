export { RetrievalModule, type RetrievalOptions } from './retrieval.module.js';
export { RetrievalService } from './retrieval.service.js';
export type {
  AroundRequest,
  Boosts,
  Candidates,
  Explanation,
  IndexDocument,
  PreparedMemory,
  RetrievalHit,
  SearchRequest,
  Surroundings,
} from './retrieval.types.js';
export { areCopies } from './relevance.js';
export { ActiveModels } from './models/active-models.js';
export { EmbeddingModelsRepository, type KnownModel } from './models/embedding-models.repository.js';
export { ModelReplicasRepository } from './models/model-replicas.repository.js';
export type { EmbeddingModel } from './embedding/embedding-model.js';
export { FollowedChanges } from './vector-index/followed-changes.js';
export { VectorIndex } from './vector-index/vector-index.js';
export { type ChangesSince, type IndexChange, IndexChanges, type IndexStanding } from './vector-index/index-changes.js';
export type { IndexedMemory, IndexedPoint } from './vector-index/indexed-memory.js';
export type { QueryTerm, TermFrequencies } from './lexical/query-term.js';
export type { VectorFilter, VectorHit, VectorQuery } from './vector-index/vector-query.js';
export { PgvectorStore } from './pgvector/pgvector.store.js';
export { QdrantStore } from './qdrant/qdrant.store.js';
export { InMemoryStore } from './in-memory/in-memory.store.js';
export { VectorStore } from './vector-index/vector-store.js';
export { IndexModelError } from './vector-index/index-model.error.js';
export { pgvectorMigrations, retrievalMigrations } from './retrieval.migrations.js';
