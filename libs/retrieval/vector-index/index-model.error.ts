/** The index and the configured model do not belong together; the message is for whoever starts the service. */
export class IndexModelError extends Error {
  constructor(stored: string, configured: string) {
    super(
      `The vector index holds vectors of the model ${stored}, but ${configured} is configured. ` +
        'Fix: set EMBEDDING_MODEL (and its files) back, or index everything again with `mneme reindex`.',
    );
    this.name = 'IndexModelError';
  }
}
