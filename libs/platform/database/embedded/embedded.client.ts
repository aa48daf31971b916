import type pg from 'pg';
import type { EmbeddedStatements } from './embedded-statements.js';
import { ScopedClient } from '../scoped.client.js';

/** @returns the driver's client for the embedded engine, which passes time limits and cancellations to it */
export function embeddedClient(statements: EmbeddedStatements): new (config?: pg.ClientConfig) => ScopedClient {
  return class EmbeddedClient extends ScopedClient {
    override limitStatements(ms: number | undefined): void {
      statements.limitMs = ms;
    }

    protected override interrupt(): Promise<void> {
      statements.cancel();
      return Promise.resolve();
    }
  };
}
