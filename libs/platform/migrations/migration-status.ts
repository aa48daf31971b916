import { compatibilityOf } from './compatibility.js';
import { FeatureObjectsRepository, type FeatureObject } from './feature-objects.repository.js';
import { MigrationLogRepository, type AppliedMigration, type Querying } from './migration-log.repository.js';
import type { KnownMigration } from './schema.js';

/** One migration of a build or of a database. */
export interface MigrationEntry extends AppliedMigration {
  /** `unknown`: it was applied, and this build does not have it. */
  readonly state: 'applied' | 'pending' | 'unknown';
}

/** The migrations of one feature, and what they made. */
export interface FeatureStatus {
  /** Null: no record says whose they are. */
  readonly feature: string | null;
  /** Whether this build has the feature. */
  readonly inThisBuild: boolean;
  readonly migrations: readonly MigrationEntry[];
  readonly objects: readonly FeatureObject[];
}

/** What a build and a database have of migrations. */
export interface MigrationStatus {
  readonly release: string;
  /** Why this build cannot start on the database; empty where it can. */
  readonly refusals: readonly string[];
  readonly features: readonly FeatureStatus[];
}

/** Reads only; as either role. */
export async function migrationStatus(
  db: Querying,
  known: readonly KnownMigration[],
  release: string,
): Promise<MigrationStatus> {
  const applied = await new MigrationLogRepository(db).applied();
  const objects = await new FeatureObjectsRepository(db).recorded();
  const entries = [...entriesOf(applied, known), ...pendingOf(applied, known)];
  const features = new Set([...entries.map(({ feature }) => feature), ...objects.keys()]);
  return {
    release,
    refusals: compatibilityOf(applied, known, release).refusals,
    features: [...features].map((feature) => ({
      feature,
      inThisBuild: known.some((migration) => migration.feature === feature),
      migrations: entries.filter((entry) => entry.feature === feature),
      objects: feature === null ? [] : (objects.get(feature) ?? []),
    })),
  };
}

/** Where nothing is recorded, what the build knows of the migration counts. */
function entriesOf(applied: readonly AppliedMigration[], known: readonly KnownMigration[]): MigrationEntry[] {
  const byName = new Map(known.map((migration) => [migration.name, migration]));
  return applied.map((migration) => {
    const own = byName.get(migration.name);
    if (own === undefined) return { ...migration, state: 'unknown' };
    const { feature, kind, oldestRelease } = migration.kind === null ? own : migration;
    return { ...migration, feature, kind, oldestRelease, state: 'applied' };
  });
}

function pendingOf(applied: readonly AppliedMigration[], known: readonly KnownMigration[]): MigrationEntry[] {
  const names = new Set(applied.map(({ name }) => name));
  return known
    .filter(({ name, used }) => used && !names.has(name))
    .map(({ name, feature, kind, oldestRelease }) => ({
      ...{ name, feature, kind, oldestRelease },
      ...{ appliedAt: null, appliedBy: null, state: 'pending' as const },
    }));
}
