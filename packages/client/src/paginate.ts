import type { ApiPromise } from './api-promise.js';

/** Where a page says what comes after it: by a cursor, or by its number. */
export interface Page {
  readonly pagination?: { readonly page: number; readonly hasNext: boolean; readonly nextCursor?: string };
  readonly nextCursor?: string | null;
}

export interface PageQuery {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
  readonly page?: number | undefined;
}

/** The most that every list returns at once. */
const MAX_LIMIT = 100;

/** A list in pages. Iterating reads it to its end; `page()` reads one page. Nothing is requested before. */
export class PageList<Item, P extends Page> implements AsyncIterable<Item> {
  constructor(
    private readonly query: PageQuery,
    private readonly read: (query: PageQuery) => ApiPromise<P>,
    private readonly itemsOf: (page: P) => readonly Item[],
  ) {}

  /** The page that the parameters name; by default the first. */
  page(): ApiPromise<P> {
    return this.read(this.query);
  }

  /** Every page, from the one that the parameters name; 100 items each unless `limit` says otherwise. */
  async *pages(): AsyncGenerator<P, void, undefined> {
    let query: PageQuery | undefined = { limit: MAX_LIMIT, ...this.query };
    while (query !== undefined) {
      const page: P = await this.read(query);
      yield page;
      query = after(page, query);
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) yield* this.itemsOf(page);
  }
}

function after({ pagination, nextCursor }: Page, { page: _, cursor: __, ...rest }: PageQuery): PageQuery | undefined {
  const cursor = pagination?.nextCursor ?? nextCursor;
  if (typeof cursor === 'string') return { ...rest, cursor };
  return pagination?.hasNext === true ? { ...rest, page: pagination.page + 1 } : undefined;
}
