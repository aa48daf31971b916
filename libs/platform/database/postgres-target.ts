import type { AppConfig, PostgresConfig } from '../config/app-config.js';
import type { DatabaseTarget } from './database-target.js';
import { TimeoutClosingClient } from './timeout-closing.client.js';

const POOL_WAIT_MS = 2_000;
const STATEMENT_MS = 5_000;
/** A little longer than the server's own limit: this one ends the wait for a server that no longer answers at all. */
const ANSWER_MS = 6_000;

/**
 * PostgreSQL 15 or newer. Without a login of its own the application uses the migrator's and takes the role mneme_app
 * when it connects, so that Row-Level Security holds for it. Without the migrator's login nothing is migrated.
 */
export function postgresTarget(config: AppConfig, postgres: PostgresConfig): DatabaseTarget {
  const pool = {
    max: config.databasePool,
    connectionTimeoutMillis: POOL_WAIT_MS,
    statement_timeout: STATEMENT_MS,
    query_timeout: ANSWER_MS,
    keepAlive: true,
    // Queries that do not wait for each other's results share a round trip.
    pipeline: true,
    Client: TimeoutClosingClient,
  };
  const first = postgres.appUrl === undefined ? postgres.url : (postgres.url ?? postgres.appUrl);
  return {
    embedded: false,
    atWork: false,
    preparation: {
      login: { url: first, extra: { max: 1, connectionTimeoutMillis: POOL_WAIT_MS } },
      migrates: postgres.url !== undefined,
    },
    app:
      postgres.appUrl === undefined
        ? { url: postgres.url, extra: { ...pool, options: '-c role=mneme_app' } }
        : { url: postgres.appUrl, extra: pool },
    lost: new Promise(() => undefined),
    demote: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}
