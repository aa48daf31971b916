import type { TenantId } from '@mneme/platform/ids';
import type { IndexedMemory } from '../vector-index/indexed-memory.js';
import { latestVersions, slices } from '../vector-index/memory-slices.js';
import { toPoints } from './qdrant.codec.js';
import { atLeast, atMost, matchesAny } from './qdrant.filter.js';
import type { Change, QdrantPoints } from './qdrant.points.js';

/** How long a removal outlives late writers. */
const TOMBSTONE_MS = 24 * 60 * 60_000;

/**
 * Writes that may arrive late, twice or in any order, from any process. Qdrant has no transactions, but replaces a point
 * on a condition: the head (passage 0) of a memory is only ever replaced by the same or a later version, and by the
 * tombstone that nothing replaces. So the head says which version is current. Other passages are cleared when their
 * version is no longer; until then a search ignores them, because they differ from the head.
 */
export class QdrantWrites {
  constructor(private readonly points: QdrantPoints) {}

  async store(tenant: TenantId, memories: readonly IndexedMemory[]): Promise<void> {
    for (const slice of slices(latestVersions(memories))) {
      await this.points.change(tenant, groups(slice).flatMap(replacing));
      const divided = slice.filter(({ points }) => points.length > 1);
      if (divided.length > 0) await this.clearLate(tenant, divided);
    }
  }

  async remove(tenant: TenantId, memoryIds: readonly string[]): Promise<void> {
    const ids = [...new Set(memoryIds)];
    if (ids.length === 0) return;
    const forgetBuriedBefore = new Date(Date.now() - TOMBSTONE_MS);
    await this.points.change(tenant, [
      { bury: ids },
      { remove: [matchesAny('memory_id', ids)] },
      { forgetBuriedBefore },
    ]);
  }

  /** Passages beside the head that were added although the head belongs to a later version, or was removed. */
  private async clearLate(tenant: TenantId, memories: readonly IndexedMemory[]): Promise<void> {
    const ids = memories.map(({ memoryId }) => memoryId);
    const current = await this.points.versions(tenant, ids);
    const changes = memories.flatMap(({ memoryId, version }): Change[] => {
      const known = current.get(memoryId);
      const mine = matchesAny('memory_id', [memoryId]);
      if (known === undefined) return [{ remove: [mine] }];
      return known > version ? [{ remove: [mine, atMost('version', version)] }] : [];
    });
    if (changes.length > 0) await this.points.change(tenant, changes);
  }
}

/** Memories of one version and one number of passages, whose conditions are the same. */
function groups(memories: readonly IndexedMemory[]): [IndexedMemory, ...IndexedMemory[]][] {
  const groups = new Map<string, [IndexedMemory, ...IndexedMemory[]]>();
  for (const memory of memories) {
    const key = `${memory.version}/${memory.points.length}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [memory]);
    else group.push(memory);
  }
  return [...groups.values()];
}

/** Puts a version in the place of earlier ones, and takes away the passages that they had beyond it. */
function replacing(group: readonly [IndexedMemory, ...IndexedMemory[]]): Change[] {
  const [{ version, points }] = group;
  const ids = group.map(({ memoryId }) => memoryId);
  return [
    { put: group.flatMap(toPoints), where: [atMost('version', version)] },
    { remove: [matchesAny('memory_id', ids), atMost('version', version), atLeast('passage', points.length)] },
  ];
}
