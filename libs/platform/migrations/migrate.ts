import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { ignoreTenantStatistics } from './tenant-statistics.repository.js';
import { RELEASE } from '../config/release.js';
import { asMigrationError } from './migration-errors.js';
import { compatibilityOf, refuseIncompatible } from './compatibility.js';
import { FeatureObjectsRepository } from './feature-objects.repository.js';
import { asLocked, LOCK_WAIT_MS, untilUnlocked } from './lock-patience.js';
import { MigrationLogRepository, type AppliedMigration } from './migration-log.repository.js';
import { recorded, type CatalogueMark } from './recorded-migration.js';
import type { KnownMigration, MigrationClass } from './schema.js';

/** What a start found and did. */
export interface MigrationOutcome {
  /** Names of the migrations that it applied. */
  readonly migrated: readonly string[];
  /** Migrations in the database that this build does not have and can work with. */
  readonly unknown: readonly AppliedMigration[];
}

const logger = new Logger('Database');

/**
 * Brings the database up to date, and records what it does. Of several processes one works and the others wait.
 * @param connect opens one connection as the role that migrates, with these migrations
 * @throws Error that says what to do where this build cannot work with what was applied; nothing was changed then
 */
export async function migrate(
  known: readonly KnownMigration[],
  connect: (migrations: MigrationClass[]) => Promise<DataSource>,
): Promise<MigrationOutcome> {
  const mark: CatalogueMark = { latest: new Map() };
  const used = known.filter((migration) => migration.used);
  const dataSource = await connect(used.map((migration) => recorded(migration, mark)));
  const log = new MigrationLogRepository(dataSource);
  try {
    await log.lock();
    const applied = await log.applied();
    const compatibility = compatibilityOf(applied, known, RELEASE);
    refuseIncompatible(compatibility);
    await refuseForgotten(dataSource, used, applied);
    await log.create();
    await recordEarlier(log, known, applied);
    mark.latest = await new FeatureObjectsRepository(dataSource).catalogue();
    if (await dataSource.showMigrations()) logger.log('migrating the database');
    await untilUnlocked(() => dataSource.runMigrations({ transaction: 'each' }));
    await untilUnlocked(() => ignoreStatistics(dataSource, log));
    await log.publish();
    return { migrated: await appliedSince(log, applied), unknown: compatibility.unknown };
  } catch (error) {
    throw asMigrationError(error);
  } finally {
    await log.unlock().catch(() => undefined);
    await dataSource.destroy();
  }
}

/** A table at a time, each in a transaction of its own: what is done stays done where another is locked. */
async function ignoreStatistics(dataSource: DataSource, log: MigrationLogRepository): Promise<void> {
  await log.limitLockWaits(LOCK_WAIT_MS, 'session');
  try {
    await ignoreTenantStatistics(dataSource);
  } catch (error) {
    throw asLocked(error, 'Switching off statistics of tenants waits for what others hold');
  } finally {
    await log.limitLockWaits(0, 'session').catch(() => undefined);
  }
}

async function appliedSince(log: MigrationLogRepository, before: readonly AppliedMigration[]): Promise<string[]> {
  const earlier = new Set(before.map(({ name }) => name));
  return (await log.applied()).map(({ name }) => name).filter((name) => !earlier.has(name));
}

async function recordEarlier(
  log: MigrationLogRepository,
  known: readonly KnownMigration[],
  applied: readonly AppliedMigration[],
): Promise<void> {
  const unrecorded = new Set(applied.filter(({ kind }) => kind === null).map(({ name }) => name));
  if (unrecorded.size > 0) await log.recordEarlier(known.filter(({ name }) => unrecorded.has(name)));
}

/** A feature that was forgotten and left its tables cannot make them again. */
async function refuseForgotten(
  dataSource: DataSource,
  used: readonly KnownMigration[],
  applied: readonly AppliedMigration[],
): Promise<void> {
  const names = new Set(applied.map(({ name }) => name));
  const recordedObjects = await new FeatureObjectsRepository(dataSource).recorded();
  for (const [feature, objects] of recordedObjects) {
    const own = used.filter((migration) => migration.feature === feature);
    if (own.length === 0 || own.some(({ name }) => names.has(name))) continue;
    const tables = objects.map(({ name }) => name).join(', ');
    throw new Error(
      `The feature ${feature} was forgotten and what it had made was kept: ${tables}. Its migrations cannot run again beside that. Save what you need, drop the rest with: mneme migrate forget-feature ${feature} --drop-tables`,
    );
  }
}
