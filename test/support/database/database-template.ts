import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { copyFolder } from '../copy-folder.js';

/** Names a folder of this test run's own: unit.setup.ts. */
const FOLDER = 'MNEME_TEST_DATABASES';

/**
 * The files of an embedded database that is initialised and migrated. To make them takes eight seconds of a core, to copy
 * them one: what a test run opens first becomes what all its files start from.
 */
export class DatabaseTemplate {
  /** @returns false where there is none yet; `to` does not exist then */
  static async copy(to: string): Promise<boolean> {
    const kept = this.path();
    if (kept === undefined) return false;
    return copyFolder(kept, to).then(
      () => true,
      () => false,
    );
  }

  /** Keeps a copy of the files of a database that nobody has open. */
  static async keep(files: string): Promise<void> {
    const kept = this.path();
    if (kept === undefined) return;
    const unfinished = `${kept}.${process.pid}`;
    await copyFolder(files, unfinished);
    // Two test files may have begun at once: the first one's is as good.
    await rename(unfinished, kept).catch(() => rm(unfinished, { recursive: true }));
  }

  private static path(): string | undefined {
    const folder = process.env[FOLDER];
    return folder === undefined ? undefined : join(folder, 'migrated');
  }
}
