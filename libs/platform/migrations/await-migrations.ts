import type { DataSource } from 'typeorm';
import { RELEASE } from '../config/release.js';
import { compatibilityOf, refuseIncompatible } from './compatibility.js';
import type { MigrationOutcome } from './migrate.js';
import { sqlStateOf } from './migration-errors.js';
import { MigrationLogRepository } from './migration-log.repository.js';
import type { KnownMigration } from './schema.js';

/** How long a start waits for a process that is migrating. */
const WAIT_SECONDS = 60;
const LOCK_NOT_AVAILABLE = '55P03';
const REMEDY = 'Run "mneme migrate" of this release with the migrating role as DATABASE_URL, then start again.';

/**
 * For a process that has no login to migrate with: waits while another one migrates, and checks that nothing is missing.
 * @param connect opens one connection as the application's role
 * @throws Error that says what is missing, or what this build cannot work with
 */
export async function awaitMigrations(
  known: readonly KnownMigration[],
  connect: () => Promise<DataSource>,
): Promise<MigrationOutcome> {
  const dataSource = await connect();
  try {
    const log = new MigrationLogRepository(dataSource);
    await awaitUnlocked(log);
    await refuseUnreadable(log);
    const applied = await log.applied();
    const compatibility = compatibilityOf(applied, known, RELEASE);
    refuseIncompatible(compatibility);
    const names = new Set(applied.map(({ name }) => name));
    const missing = known.filter(({ name, used }) => used && !names.has(name)).map(({ name }) => name);
    if (missing.length > 0) throw new Error(`The database lacks migrations: ${missing.join(', ')}. ${REMEDY}`);
    return { migrated: [], unknown: compatibility.unknown };
  } finally {
    await dataSource.destroy();
  }
}

async function awaitUnlocked(log: MigrationLogRepository): Promise<void> {
  try {
    await log.awaitUnlocked(WAIT_SECONDS);
  } catch (error) {
    if (sqlStateOf(error) !== LOCK_NOT_AVAILABLE) throw error;
    throw new Error(
      `Another process has been migrating the database for more than ${WAIT_SECONDS} s. Start again when it has finished.`,
      { cause: error },
    );
  }
}

async function refuseUnreadable(log: MigrationLogRepository): Promise<void> {
  const access = await log.access();
  if (access?.exists !== true) throw new Error(`The database has not been migrated. ${REMEDY}`);
  if (access.readable) return;
  throw new Error(
    `The login ${access.login} cannot read which migrations have run. Grant it the role of the application ` +
      `(GRANT mneme_app TO ${access.login}). If it has that role, the database is older than this release: ${REMEDY}`,
  );
}
