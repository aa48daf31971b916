import type { DataSourceOptions } from 'typeorm';

/** The part of TypeORM's PostgreSQL options that says where the database is and as whom to speak to it. */
export type PostgresLogin = Omit<Extract<DataSourceOptions, { type: 'postgres' }>, 'type'>;

/** Who sees to the schema before the application serves. */
export interface SchemaPreparation {
  /** Without limits of time on its statements. */
  readonly login: PostgresLogin;
  /** False: another process migrates, and this one checks that it has. */
  readonly migrates: boolean;
}

/** How to reach a database: first to prepare its schema, then as the application's role. */
export interface DatabaseTarget {
  readonly embedded: boolean;
  readonly preparation: SchemaPreparation;
  readonly app: PostgresLogin;
  /** Whether it is known to be working, on a statement that others wait for: then asking it would only wait as well. */
  readonly atWork: boolean;
  /** Resolves, with why, where this process has lost its database for good; one that may come back is never lost. */
  readonly lost: Promise<Error>;
  /** Between migrating and serving: gives up for good what only the migrator may do. */
  demote(): Promise<void>;
  close(): Promise<void>;
}
