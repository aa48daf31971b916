import type { MigrationDeclaration } from '@mneme/platform/migrations';
import { EmbeddingModels1763809002000 } from './models/embedding-models.migration.js';
import { EmbeddingStores1763856009000 } from './models/embedding-stores.migration.js';
import { PgvectorAttributes1764300001000 } from './pgvector/pgvector-attributes.migration.js';
import { PgvectorSlots1763809001000 } from './pgvector/pgvector-slots.migration.js';
import { Pgvector1763700001000 } from './pgvector/pgvector.migration.js';

/** TypeORM migrations of this library, oldest first. */
export const retrievalMigrations: readonly MigrationDeclaration[] = [
  { expands: EmbeddingModels1763809002000 },
  { expands: EmbeddingStores1763856009000 },
];

/** Those of PgvectorStore; only for databases that have the vector extension. */
export const pgvectorMigrations: readonly MigrationDeclaration[] = [
  { expands: Pgvector1763700001000 },
  { contracts: PgvectorSlots1763809001000, oldestRelease: '1.0.0' },
  { expands: PgvectorAttributes1764300001000 },
];
