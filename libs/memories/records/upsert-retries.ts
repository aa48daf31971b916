import { ConcurrentUpsertError } from './memory-batch.service.js';

/** Writers of one external id that come at once: the first one stores it, and the others find it in the next round. */
const MAX_ROUNDS = 20;

/** Runs a transaction again where another writer came first. */
export async function retried<T>(transaction: () => Promise<T>): Promise<T> {
  for (let round = 1; ; round++) {
    try {
      return await transaction();
    } catch (error) {
      if (!(error instanceof ConcurrentUpsertError) || round === MAX_ROUNDS) throw error;
    }
  }
}
