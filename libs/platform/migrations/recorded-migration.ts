import { QueryFailedError, type QueryRunner } from 'typeorm';
import { RELEASE } from '../config/release.js';
import { FeatureObjectsRepository, type Catalogue } from './feature-objects.repository.js';
import { asLocked, LOCK_WAIT_MS } from './lock-patience.js';
import { MigrationLogRepository } from './migration-log.repository.js';
import type { KnownMigration, MigrationClass } from './schema.js';

/** The catalogue as the last migration left it, so that it is read once a migration. */
export interface CatalogueMark {
  latest: Catalogue;
}

/** The migration under its own name, which also records itself and what it made, in the same transaction. */
export function recorded(known: KnownMigration, mark: CatalogueMark): MigrationClass {
  return class extends known.migration {
    override readonly name = known.name;

    override async up(runner: QueryRunner): Promise<void> {
      const log = new MigrationLogRepository(runner);
      // Without a transaction part of the work would stay: such a migration waits, and is not run twice.
      const repeatable = runner.isTransactionActive;
      if (repeatable) await log.limitLockWaits(LOCK_WAIT_MS, 'transaction');
      try {
        await super.up(runner);
      } catch (error) {
        if (!(error instanceof QueryFailedError)) throw error;
        const waits = `The migration ${known.name} of ${known.feature} waits for what others hold`;
        const locked = repeatable ? asLocked(error, waits) : error;
        if (locked !== error) throw locked;
        throw new Error(`The migration ${known.name} of ${known.feature} failed: ${error.message}`, { cause: error });
      }
      const objects = new FeatureObjectsRepository(runner);
      const after = await objects.catalogue();
      await objects.follow(known, mark.latest, after);
      await log.record(known, RELEASE);
      mark.latest = after;
    }
  };
}
