import type pg from 'pg';
import type { EmbeddedStatements } from './embedded-statements.js';
import { type Query, ScopedClient } from '../scoped.client.js';
import { FrequentStatements } from './frequent-statements.js';

/**
 * @returns the driver's client for the embedded engine, which passes time limits and cancellations to it, and has it keep
 *   what is sent often: it takes longer to plan most statements than to run them, and no pooler stands before it
 */
export function embeddedClient(statements: EmbeddedStatements): new (config?: pg.ClientConfig) => ScopedClient {
  let connections = 0;
  return class EmbeddedClient extends ScopedClient {
    private readonly frequent = new FrequentStatements();
    /** Resolves when the query that was sent last has been answered. */
    private last: Promise<void> | undefined;
    /** All connections share the engine's one session, and with it the names of a connection that has ended. */
    private readonly number = connections++;

    protected override nameOf(text: string): string | undefined {
      const name = super.nameOf(text) ?? this.frequent.nameOf(text);
      return name === undefined ? undefined : `${name}_${String(this.number)}`;
    }

    protected override unconfined(plain: Query, parameters: readonly unknown[]): unknown {
      const [text, values] = parameters;
      const name = typeof text === 'string' ? this.nameOf(text) : undefined;
      return this.inTurn(() => (name === undefined ? plain(...parameters) : plain({ text, values, name })));
    }

    /** The engine takes one message at a time, and the driver wants to be given no more. */
    private inTurn(send: () => unknown): unknown {
      const answer = this.last === undefined ? send() : this.last.then(send);
      if (!(answer instanceof Promise)) return answer;
      const ended: Promise<void> = answer.then(
        () => this.ended(ended),
        () => this.ended(ended),
      );
      this.last = ended;
      return answer;
    }

    private ended(query: Promise<void>): void {
      if (this.last === query) this.last = undefined;
    }

    override limitStatements(ms: number | undefined): void {
      statements.limitMs = ms;
    }

    protected override interrupt(): Promise<void> {
      statements.cancel();
      return Promise.resolve();
    }
  };
}
