import { Injectable } from '@nestjs/common';
import { DomainError } from '../errors/domain-error.js';

/** Whether this process is shutting down. It still responds, but load balancers should leave it out. */
@Injectable()
export class ShutdownState {
  private begun = false;

  begin(): void {
    this.begun = true;
  }

  /** @throws DomainError (unavailable) once it has begun */
  refuseIfBegun(): Promise<void> {
    return this.begun ? Promise.reject(DomainError.unavailable('the process is ending')) : Promise.resolve();
  }
}
