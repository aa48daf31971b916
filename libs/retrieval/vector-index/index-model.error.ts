/** The index and the model do not belong together; the message is for the operator. */
export class IndexModelError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'IndexModelError';
  }

  static other(stored: string, configured: string): IndexModelError {
    return new IndexModelError(
      `The vector index holds vectors of the model ${stored}, but ${configured} is configured. ` +
        'Fix: set EMBEDDING_MODEL (and its files) back, or change the model with `mneme reindex --model`.',
    );
  }
}
