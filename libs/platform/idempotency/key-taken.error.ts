/** Another request with the same key is at work or has just committed: the interceptor finds out which. */
export class KeyTakenError extends Error {
  constructor() {
    super('the Idempotency-Key is taken');
    this.name = 'KeyTakenError';
  }
}
