export { RetrievalModule, type RetrievalOptions } from './retrieval.module.js';
export { RetrievalService } from './retrieval.service.js';
export type { IndexDocument, RetrievalHit, SearchRequest } from './retrieval.types.js';
export type { EmbeddingModel } from './models/embedding-model.js';
export { VectorIndex } from './vector-index/vector-index.js';
export type { IndexedMemory, IndexedPoint } from './vector-index/indexed-memory.js';
export type { QueryTerm, TermFrequencies, VectorFilter, VectorHit, VectorQuery } from './vector-index/vector-query.js';
export { PgvectorIndex } from './vector-index/pgvector.index.js';
export { retrievalMigrations } from './vector-index/retrieval.migrations.js';
