import { DomainError } from '../errors/domain-error.js';
import { isSilence } from './database-errors.js';

/**
 * Remembers that the database has stopped answering, as a frozen machine or a cut network makes it: connections stay
 * open and nothing comes. From then on one caller at a time finds out whether it is back, with the driver's time limits,
 * and all others fail at once. A database that is down refuses connections by itself and needs none of this.
 */
export class DatabaseCircuitBreaker {
  private silent = false;
  private asking = false;

  /**
   * @param work given what it calls at the first answer of the database
   * @throws DomainError (database) at once where the database is silent and somebody else is asking it
   */
  async run<T>(work: (heard: () => void) => Promise<T>): Promise<T> {
    const probe = this.silent;
    if (probe && this.asking) throw DomainError.database(new Error('the database has stopped answering'));
    this.asking ||= probe;
    try {
      return await work(() => {
        this.silent = false;
      });
    } catch (error) {
      this.silent ||= isSilence(error);
      throw error;
    } finally {
      if (probe) this.asking = false;
    }
  }
}
