import { Injectable } from '@nestjs/common';
import { otherRequest, stillAtWork } from './idempotency.js';
import type { IdempotentRequest } from './idempotent-request.js';

/** The keyed requests that this process is at work on, until they are answered: longer than their transaction. */
@Injectable()
export class InFlightRequests {
  private readonly hashes = new Map<string, Buffer>();

  /**
   * @returns what to call when the request has been answered
   * @throws DomainError duplicate, or validation where the key is another request's
   */
  begin({ tenantId, key, hash }: IdempotentRequest): () => void {
    const name = `${tenantId} ${key}`;
    const first = this.hashes.get(name);
    if (first !== undefined) throw first.equals(hash) ? stillAtWork() : otherRequest();
    this.hashes.set(name, hash);
    return () => {
      this.hashes.delete(name);
    };
  }
}
