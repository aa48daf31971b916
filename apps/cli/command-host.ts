import type { INestApplicationContext } from '@nestjs/common';
import type { Installation } from '@mneme/platform/installation';
import type { ForgottenFeature, MigrationStatus } from '@mneme/platform/migrations';

/** How a command wants its application opened; a server that runs it is open already. */
export interface OpenOptions {
  /** Uses the database's model regardless of EMBEDDING_MODEL, instead of refusing to start. */
  readonly anyModel?: boolean;
  /** With its HTTP layer, and the background work of a service that is the only one: for a command that serves. */
  readonly http?: boolean;
}

/** The running application that commands work with: the command line's own, or that of a server. */
export interface CommandHost {
  readonly app: INestApplicationContext;
  readonly installation: Installation;
}

/** The migrations of the database, for commands that work before an application can be opened, or without one. */
export interface MigrationHost {
  status(): Promise<MigrationStatus>;
  /** @throws Error that says why where the feature cannot be forgotten; nothing was changed then */
  forget(feature: string, dropTables: boolean): Promise<ForgottenFeature>;
}

/** What commands can ask for; nothing is opened before one does. */
export interface CommandHosts {
  application(options?: OpenOptions): Promise<CommandHost>;
  migrations(): Promise<MigrationHost>;
}
