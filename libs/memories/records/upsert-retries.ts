import { isDeadlock } from '@mneme/platform/database';
import { ConcurrentUpsertError, TightQuotaError } from './memory-batch.service.js';

/** Writers of one external id that come at once: the first one stores it, and the others find it in the next round. */
const MAX_ROUNDS = 20;

/** Runs a transaction again where another writer came first, where the plan has to be looked at closely, or where it and others waited for each other. */
export async function retried<T>(transaction: () => Promise<T>): Promise<T> {
  for (let round = 1; ; round++) {
    try {
      return await transaction();
    } catch (error) {
      const isOurs = error instanceof ConcurrentUpsertError || error instanceof TightQuotaError;
      if (!(isOurs || isDeadlock(error)) || round === MAX_ROUNDS) throw error;
    }
  }
}
