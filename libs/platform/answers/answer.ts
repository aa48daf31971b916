/** Something to know about an answer that is good all the same. */
export interface Warning {
  /** Upper case with underscores, as the codes of errors are. */
  readonly code: string;
  readonly message: string;
}

/** What goes around the data of a response. */
export interface AnswerParts {
  /** In place of the route's own: what was asked for is new, or is accepted and goes on. */
  readonly status?: 201 | 202;
  /** Sent as ETag. */
  readonly etag?: string;
  /** What the client should know although the request succeeded: metadata.warnings. */
  readonly warnings?: readonly Warning[];
  /** Of a write that the index has not confirmed yet: metadata.indexing. */
  readonly indexing?: 'pending';
  /** Whether this answers a repeated request as the first one was: header Idempotency-Replayed. */
  readonly replayed?: boolean;
}

/** Data of a response with what goes around it; a handler that needs none of that returns its data alone. */
export class Answer<T> {
  constructor(
    readonly data: T,
    readonly parts: AnswerParts = {},
  ) {}
}
