import { EmbeddingModels1763809002000 } from '../models/embedding-models.migration.js';
import { EmbeddingStores1763856009000 } from '../models/embedding-stores.migration.js';
import { PgvectorSlots1763809001000 } from './pgvector-slots.migration.js';
import { Pgvector1763700001000 } from './pgvector.migration.js';

/** TypeORM migrations of this library, oldest first. */
export const retrievalMigrations = [EmbeddingModels1763809002000, EmbeddingStores1763856009000];

/** Those of PgvectorStore; only for databases that have the vector extension. */
export const pgvectorMigrations = [Pgvector1763700001000, PgvectorSlots1763809001000];
