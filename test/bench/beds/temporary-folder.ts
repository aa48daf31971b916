import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TemporaryFolder {
  readonly path: string;
  readonly remove: () => Promise<void>;
}

/** A new folder below the system's temporary one, which is gone when the process ends, whichever way it does. */
export async function temporaryFolder(): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(tmpdir(), 'mneme-bench-'));
  const atExit = (): void => {
    rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  };
  process.once('exit', atExit);
  const remove = async (): Promise<void> => {
    process.removeListener('exit', atExit);
    await rm(path, { recursive: true, force: true });
  };
  return { path, remove };
}
