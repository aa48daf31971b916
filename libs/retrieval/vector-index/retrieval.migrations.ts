import { Pgvector1763700001000 } from './pgvector.migration.js';

/** TypeORM migrations of this library, oldest first; only for databases that have the vector extension. */
export const retrievalMigrations = [Pgvector1763700001000];
