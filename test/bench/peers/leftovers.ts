import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type Removal = () => Promise<unknown>;

/** Processes, databases and folders that a run has made so far, whether or not it comes to its end. */
export class Leftovers {
  private readonly removals: Removal[] = [];

  /** @param removal is called once, before those that were added earlier */
  add(removal: Removal): void {
    this.removals.push(removal);
  }

  /** A new one below the system's temporary folder. */
  async folder(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'mneme-peer-'));
    this.add(() => rm(folder, { recursive: true, force: true }));
    return folder;
  }

  /** Removes all, also where one of them cannot be. @throws what the first of those failed with */
  async remove(): Promise<void> {
    const failures: unknown[] = [];
    for (let removal = this.removals.pop(); removal !== undefined; removal = this.removals.pop()) {
      await removal().catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  }
}
