/** So many go together at most: each takes results of its own. */
const MOST = 8;

interface Waiting<Q, A> {
  readonly query: Q;
  readonly resolve: (answer: A | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** Queries of the same thing that come while others are answered: they are answered together, next. */
export class SearchBatches<Q, A> {
  /** By what is searched; there while any query of it is under way. */
  private readonly waiting = new Map<number, Waiting<Q, A>[]>();

  /** @param answer to queries, in their order; undefined where none can be answered */
  constructor(private readonly answer: (table: number, queries: readonly Q[]) => Promise<A[] | undefined>) {}

  /** Undefined where it cannot be answered. */
  async ask(table: number, query: Q): Promise<A | undefined> {
    return new Promise((resolve, reject) => {
      const waiting = this.waiting.get(table);
      const one = { query, resolve, reject };
      if (waiting === undefined) void this.run(table, [one]);
      else waiting.push(one);
    });
  }

  private async run(table: number, waiting: Waiting<Q, A>[]): Promise<void> {
    this.waiting.set(table, waiting);
    while (waiting.length > 0) await this.next(table, waiting.splice(0, MOST));
    this.waiting.delete(table);
  }

  private async next(table: number, batch: readonly Waiting<Q, A>[]): Promise<void> {
    try {
      const answers = await this.answer(
        table,
        batch.map(({ query }) => query),
      );
      batch.forEach(({ resolve }, i) => {
        resolve(answers?.[i]);
      });
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}
