import type { DataSource } from 'typeorm';
import { FeatureObjectsRepository, type FeatureObject } from './feature-objects.repository.js';
import { MigrationLogRepository, type AppliedMigration } from './migration-log.repository.js';
import type { KnownMigration } from './schema.js';

/** What is no longer recorded of a feature. */
export interface ForgottenFeature {
  readonly feature: string;
  /** Names of the migrations that were removed from the records. */
  readonly migrations: readonly string[];
  readonly dropped: readonly FeatureObject[];
  /** What the feature had made and is still there. */
  readonly kept: readonly FeatureObject[];
}

/**
 * Removes the records of a feature that this build does not have, and where wanted its tables with all they hold: all of
 * it or nothing.
 * @throws Error that says why where the feature is part of the build, not known, or in use by something else
 */
export async function forgetFeature(
  dataSource: DataSource,
  known: readonly KnownMigration[],
  { feature, dropTables }: { feature: string; dropTables: boolean },
): Promise<ForgottenFeature> {
  const log = new MigrationLogRepository(dataSource);
  await log.lock();
  try {
    const applied = await log.applied();
    const recorded = await new FeatureObjectsRepository(dataSource).recorded();
    const mine = applied.filter((migration) => migration.feature === feature);
    const objects = recorded.get(feature) ?? [];
    const inBuild = known.some((migration) => migration.feature === feature);
    refuseInBuild(feature, inBuild && (mine.length > 0 || objects.length === 0));
    refuseUnknown(feature, [...applied.map((each) => each.feature), ...recorded.keys()]);
    if (dropTables) refuseUnrecorded(feature, mine);
    await remove(dataSource, mine, dropTables ? objects : []);
    const migrations = mine.map(({ name }) => name);
    return { feature, migrations, dropped: dropTables ? objects : [], kept: dropTables ? [] : objects };
  } finally {
    await log.unlock().catch(() => undefined);
  }
}

async function remove(
  dataSource: DataSource,
  migrations: readonly AppliedMigration[],
  objects: readonly FeatureObject[],
): Promise<void> {
  try {
    await dataSource.transaction(async (tx) => {
      if (objects.length > 0) await new FeatureObjectsRepository(tx).drop(objects);
      if (migrations.length > 0) await new MigrationLogRepository(tx).remove(migrations.map(({ name }) => name));
    });
  } catch (error) {
    const { message, detail = '' } = error as Error & { detail?: string };
    throw new Error(`Nothing was dropped or forgotten: ${message}. ${detail}`.trimEnd(), { cause: error });
  }
}

function refuseInBuild(feature: string, refused: boolean): void {
  if (!refused) return;
  throw new Error(
    `The feature ${feature} is part of this build, so its migrations would run again at the next start. Remove it from apps/api/features.ts first.`,
  );
}

function refuseUnknown(feature: string, recorded: readonly (string | null)[]): void {
  if (recorded.includes(feature)) return;
  const names = [...new Set(recorded.filter((name) => name !== null))].sort();
  throw new Error(`No feature ${feature} is recorded in the database. Recorded are: ${names.join(', ') || 'none'}.`);
}

function refuseUnrecorded(feature: string, migrations: readonly AppliedMigration[]): void {
  if (migrations.every(({ appliedBy }) => appliedBy !== null)) return;
  throw new Error(
    `The tables of ${feature} were made before Mneme recorded which tables a feature makes. Drop them by hand, then run the command without --drop-tables.`,
  );
}
