import { isDeadlock } from '@mneme/platform/database';
import { ConcurrentUpsertError } from './memory-batch.service.js';

/** Writers of one external id that come at once: the first one stores it, and the others find it in the next round. */
const MAX_ROUNDS = 20;

/** Runs a transaction again where another writer came first, or where it and others waited for each other. */
export async function retried<T>(transaction: () => Promise<T>): Promise<T> {
  for (let round = 1; ; round++) {
    try {
      return await transaction();
    } catch (error) {
      const again = error instanceof ConcurrentUpsertError || isDeadlock(error);
      if (!again || round === MAX_ROUNDS) throw error;
    }
  }
}
