import type pg from 'pg';
import { requestCancellation } from './cancel-request.js';
import { isReadTimeout } from './database-errors.js';
import { ScopedClient } from './scoped.client.js';

type Query = (...parameters: readonly unknown[]) => unknown;

/**
 * The driver's client, which ends its connection once a query has not been answered in time. The driver itself would
 * send the roll-back over the same connection and wait for that too, and others after it would wait behind both.
 */
export class TimeoutClosingClient extends ScopedClient {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const query = this.query.bind(this) as Query;
    const impatient: Query = (...parameters) => {
      const answer = query(...parameters);
      if (answer instanceof Promise) answer.catch((error: unknown) => this.giveUpAfter(error));
      return answer;
    };
    this.query = impatient as typeof this.query;
  }

  /** A cancellation that may come later, over a connection that is used by then, would meet another's statement. */
  protected override async interrupt(): Promise<void> {
    if (!(await requestCancellation(this))) void this.end();
  }

  private giveUpAfter(error: unknown): void {
    // With a query under way `end` does not say goodbye but destroys the connection.
    if (isReadTimeout(error)) void this.end();
  }
}
