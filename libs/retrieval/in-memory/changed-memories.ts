import type { TenantId } from '@mneme/platform/ids';
import type { ChangesSince, IndexChange, IndexChanges } from '../vector-index/index-changes.js';

/** One tenant in one model's index. */
export interface FollowedIndex {
  readonly tenant: TenantId;
  readonly modelId: string;
  /** How long a memory is looked for again that the store does not have in the version in which it was written. */
  readonly lagMs: number;
}

/** Which of a tenant's memories have to be read again, by what all processes have changed since the last look. */
export class ChangedMemories {
  private asked: string | undefined;
  private named: readonly IndexChange[] = [];
  private readUpTo: string | undefined;
  /** The versions in which those were read that are named and may be named again. */
  private held = new Map<string, number>();
  /** Those that are settled and were not there in that version, and until when they are looked for. */
  private readonly lagging = new Map<string, { readonly version: number; readonly until: number }>();

  constructor(
    private readonly changes: IndexChanges,
    private readonly index: FollowedIndex,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Everything that was changed before it has been read. Undefined where that has to be asked. */
  get moment(): string | undefined {
    return this.stillLagging().length === 0 ? this.readUpTo : undefined;
  }

  /** Before anything is read: what changes from now on is named by `toRead`. */
  async begin(): Promise<void> {
    this.asked = (await this.ask()).moment;
  }

  /**
   * Those that were read in the version in which they were written need not be read again, however often they are named:
   * an entry is named until it is settled, and then once more.
   */
  async toRead(): Promise<readonly string[] | 'unknown'> {
    const { moment, changes } = await this.ask(this.asked);
    if (changes === 'unknown') return changes;
    this.asked = moment;
    this.named = changes;
    const behind = changes.filter(({ memoryId, version }) => (this.held.get(memoryId) ?? -1) < version);
    return [...new Set([...behind.map(({ memoryId }) => memoryId), ...this.stillLagging()])];
  }

  /** @param versions of those that `toRead` has named and that were there */
  read(versions: ReadonlyMap<string, number>): void {
    const kept = new Map<string, number>();
    for (const { memoryId, version, settled } of this.named) {
      const found = versions.get(memoryId) ?? this.held.get(memoryId);
      if (!settled && found !== undefined) kept.set(memoryId, found);
      if (settled && (found ?? -1) < version)
        this.lagging.set(memoryId, { version, until: this.now() + this.index.lagMs });
    }
    for (const [id, { version }] of this.lagging) if ((versions.get(id) ?? -1) >= version) this.lagging.delete(id);
    this.held = kept;
    this.readUpTo = this.asked;
  }

  private ask(moment?: string): Promise<ChangesSince> {
    const { tenant, modelId } = this.index;
    return this.changes.since(tenant, modelId, moment);
  }

  /** A removed memory is never there, and one of those until its time is over. */
  private stillLagging(): string[] {
    const now = this.now();
    for (const [id, { until }] of this.lagging) if (until <= now) this.lagging.delete(id);
    return [...this.lagging.keys()];
  }
}
