import semver from 'semver';
import type { AppliedMigration } from './migration-log.repository.js';
import type { KnownMigration } from './schema.js';

const WAY_OUT =
  'Start a build that has it, or restore the backup from before it. docs/operate/upgrade.md shows both ways.';

/** Whether a build can work on a database. */
export interface Compatibility {
  /** Migrations in the database that the build does not have and can work with. */
  readonly unknown: readonly AppliedMigration[];
  /** One sentence for each migration in the database that the build cannot work with. */
  readonly refusals: readonly string[];
}

/** Compares what was applied to a database with what this release has. */
export function compatibilityOf(
  applied: readonly AppliedMigration[],
  known: readonly KnownMigration[],
  release: string,
): Compatibility {
  const names = new Set(known.map(({ name }) => name));
  const missing = applied.filter(({ name }) => !names.has(name));
  return {
    unknown: missing.filter((migration) => worksFor(migration, release)),
    refusals: missing.filter((migration) => !worksFor(migration, release)).map((each) => refusalOf(each, release)),
  };
}

/** @throws Error that names each migration that this build cannot work with, and says what to do */
export function refuseIncompatible({ refusals }: Compatibility): void {
  if (refusals.length > 0) throw new Error([...refusals, WAY_OUT].join('\n'));
}

/** One line for the log; undefined where the build knows every migration. */
export function acceptanceOf(unknown: readonly AppliedMigration[]): string | undefined {
  if (unknown.length === 0) return undefined;
  const each = unknown.map(
    ({ name, feature, appliedBy }) => `${name} (${feature ?? ''}, applied by release ${appliedBy ?? 'unknown'})`,
  );
  return `The database has migrations that this build does not have and can work with: ${each.join(', ')}`;
}

function worksFor({ kind, oldestRelease }: AppliedMigration, release: string): boolean {
  return kind === 'expands' || (oldestRelease !== null && semver.gte(release, oldestRelease));
}

function refusalOf({ name, feature, kind, oldestRelease, appliedBy }: AppliedMigration, release: string): string {
  if (feature === null || kind === null) {
    return `The database has the migration ${name}, which this build does not have, and no record says who works on its result.`;
  }
  const origin = `The migration ${name} of ${feature}, applied by release ${appliedBy ?? 'unknown'}`;
  return oldestRelease === null
    ? `${origin}, is not in this build, and only builds that have it work on its result.`
    : `${origin}, needs release ${oldestRelease} or newer; this is release ${release}.`;
}
