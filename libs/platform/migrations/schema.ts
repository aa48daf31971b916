import semver from 'semver';
import type { EntitySchema, MigrationInterface } from 'typeorm';

type EntityClass = abstract new () => object;

/** Its name ends with the time in milliseconds that it was written at; migrations run in the order of these. */
export type MigrationClass = new () => MigrationInterface;

/**
 * A migration and what it means for releases that do not know it:
 *
 * - `expands`: they go on working on the result. It adds tables, columns that may be left out, indexes.
 * - `contracts`: releases before `oldestRelease` fail on the result. It drops, renames or narrows.
 * - The class alone: nothing is known, so only a build that has the migration starts on the result.
 */
export type MigrationDeclaration =
  | MigrationClass
  | { readonly expands: MigrationClass }
  | { readonly contracts: MigrationClass; readonly oldestRelease: string };

/** What one feature keeps in the database. */
export interface Schema {
  /** The name that its migrations and tables are recorded under. Lasts as long as they do. */
  readonly feature: string;
  readonly entities: readonly (EntityClass | EntitySchema)[];
  readonly migrations: readonly MigrationDeclaration[];
  /** Migrations of parts that are not in use now: what they made in earlier configurations may be there. */
  readonly unused?: readonly MigrationDeclaration[];
}

export type MigrationKind = 'expands' | 'contracts';

/** A migration of this build. */
export interface KnownMigration {
  readonly name: string;
  readonly feature: string;
  readonly kind: MigrationKind;
  /** The oldest release that works on the result; null where it expands, or where only builds that have it do. */
  readonly oldestRelease: string | null;
  /** False: it is known, and not run. */
  readonly used: boolean;
  readonly migration: MigrationClass;
}

/** @throws Error for a declaration whose release is not one */
export function knownMigrations(schemas: readonly Schema[]): KnownMigration[] {
  return schemas.flatMap(({ feature, migrations, unused = [] }) => [
    ...migrations.map((declaration) => ({ ...read(declaration), feature, used: true })),
    ...unused.map((declaration) => ({ ...read(declaration), feature, used: false })),
  ]);
}

function read(declaration: MigrationDeclaration): Omit<KnownMigration, 'feature' | 'used'> {
  if (typeof declaration === 'function') {
    return { name: declaration.name, kind: 'contracts', oldestRelease: null, migration: declaration };
  }
  if ('expands' in declaration) {
    const { expands: migration } = declaration;
    return { name: migration.name, kind: 'expands', oldestRelease: null, migration };
  }
  const { contracts: migration, oldestRelease } = declaration;
  if (semver.valid(oldestRelease) === null) {
    throw new Error(`${migration.name}: oldestRelease must be a release such as 1.2.0, and is ${oldestRelease}`);
  }
  return { name: migration.name, kind: 'contracts', oldestRelease, migration };
}
