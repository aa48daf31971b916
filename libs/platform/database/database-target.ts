import type { DataSourceOptions } from 'typeorm';

/** The part of TypeORM's PostgreSQL options that says where the database is and as whom to speak to it. */
export type PostgresLogin = Omit<Extract<DataSourceOptions, { type: 'postgres' }>, 'type'>;

/** How to reach a database: first as the role that migrates, then as the application's role. */
export interface DatabaseTarget {
  readonly embedded: boolean;
  readonly migrator: PostgresLogin;
  readonly app: PostgresLogin;
  /** Resolves, with why, where this process has lost its database for good; one that may come back is never lost. */
  readonly lost: Promise<Error>;
  /** Between migrating and serving: gives up for good what only the migrator may do. */
  demote(): Promise<void>;
  close(): Promise<void>;
}
