import type { TenantId } from '@mneme/platform/ids';
import type { IndexChange, IndexChanges } from '../vector-index/index-changes.js';

/** Which of a tenant's memories have to be read again, by what all processes have changed since the last look. */
export class ChangedMemories {
  private asked: string | undefined;
  private named: readonly IndexChange[] = [];
  private readUpTo: string | undefined;
  /** The versions in which those were read that are named and may be named again. */
  private held = new Map<string, number>();

  constructor(
    private readonly changes: IndexChanges,
    private readonly tenant: TenantId,
    private readonly modelId: string,
  ) {}

  /** Everything that was changed before it has been read. */
  get moment(): string | undefined {
    return this.readUpTo;
  }

  /** Before anything is read: what changes from now on is named by `toRead`. */
  async begin(): Promise<void> {
    this.asked = (await this.changes.since(this.tenant, this.modelId)).moment;
  }

  /**
   * Those that were read in the version in which they were written need not be read again, however often they are named:
   * an entry is named until it is settled, and then once more.
   */
  async toRead(): Promise<readonly string[] | 'unknown'> {
    const { moment, changes } = await this.changes.since(this.tenant, this.modelId, this.asked);
    if (changes === 'unknown') return changes;
    this.asked = moment;
    this.named = changes;
    const behind = changes.filter(({ memoryId, version }) => (this.held.get(memoryId) ?? -1) < version);
    return [...new Set(behind.map(({ memoryId }) => memoryId))];
  }

  /** @param versions of those that `toRead` has named and that were there */
  read(versions: ReadonlyMap<string, number>): void {
    const kept = new Map<string, number>();
    for (const { memoryId, settled } of this.named) {
      const version = versions.get(memoryId) ?? this.held.get(memoryId);
      if (!settled && version !== undefined) kept.set(memoryId, version);
    }
    this.held = kept;
    this.readUpTo = this.asked;
  }
}
