import { AbstractLogger, DataSource, type DataSourceOptions } from 'typeorm';
import { MIGRATIONS_TABLE } from '../migrations/migration-log.repository.js';
import type { MigrationClass, Schema } from '../migrations/schema.js';
import type { PostgresLogin } from './database-target.js';

/** Throws every error. TypeORM would also print a failed migration to the output of a command. */
class SilentLogger extends AbstractLogger {
  protected writeLog(): void {
    // Nothing.
  }
}

/** Connects as this login, with the entities of these features. */
export async function openDataSource(
  login: PostgresLogin,
  schemas: readonly Schema[],
  migrations: MigrationClass[] = [],
): Promise<DataSource> {
  const options: DataSourceOptions = {
    ...login,
    type: 'postgres',
    // Nothing but our own migrations may change the schema, and they say what they need.
    installExtensions: false,
    entities: schemas.flatMap(({ entities }) => entities),
    migrations,
    migrationsTableName: MIGRATIONS_TABLE,
    logger: new SilentLogger(),
    poolErrorHandler: () => undefined,
  };
  return new DataSource(options).initialize();
}
