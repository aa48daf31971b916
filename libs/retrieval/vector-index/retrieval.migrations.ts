import { PgvectorMigration } from './pgvector.migration.js';

/** TypeORM migrations of this library, oldest first; only for databases that have the vector extension. */
export const retrievalMigrations = [PgvectorMigration];
