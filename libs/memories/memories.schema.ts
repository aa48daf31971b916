import type { Schema } from '@mneme/platform/migrations';
import { Memory } from './storage/memory.entity.js';
import { Memories1763700003000 } from './migrations/memories.migration.js';
import { IndexChanges1764300030000 } from './migrations/index-changes.migration.js';
import { IndexQueueModels1763809003000 } from './migrations/index-queue-models.migration.js';
import { MemoryQuotas1763851300000 } from './migrations/memory-quotas.migration.js';
import { ContentHeads1763897300000 } from './migrations/content-heads.migration.js';
import { MemorySessions1763815008000 } from './migrations/memory-sessions.migration.js';
import { MemorySeeds1763700004000 } from './migrations/memory-seeds.migration.js';
import { MemoryAttributes1764300000000 } from './migrations/memory-attributes.migration.js';
import { MemoryExpiry1764300003000 } from './migrations/memory-expiry.migration.js';
import { EventTimes1764300004000 } from './migrations/event-times.migration.js';
import { MemoryDeletion1764300006000 } from './migrations/memory-deletion.migration.js';
import { MemoryHistory1764300005000 } from './migrations/memory-history.migration.js';
import { TagOrder1764300007000 } from './migrations/tag-order.migration.js';
import { NormalisedTags1764200020000 } from './migrations/normalised-tags.migration.js';

/** What this feature keeps in the database. */
export const memoriesSchema: Schema = {
  feature: 'memories',
  entities: [Memory],
  migrations: [
    { expands: Memories1763700003000 },
    { expands: MemorySeeds1763700004000 },
    { contracts: IndexQueueModels1763809003000, oldestRelease: '1.0.0' },
    { expands: MemorySessions1763815008000 },
    { expands: MemoryQuotas1763851300000 },
    { expands: ContentHeads1763897300000 },
    { expands: NormalisedTags1764200020000 },
    { expands: MemoryAttributes1764300000000 },
    { expands: MemoryExpiry1764300003000 },
    { expands: EventTimes1764300004000 },
    { expands: MemoryHistory1764300005000 },
    { expands: MemoryDeletion1764300006000 },
    { expands: TagOrder1764300007000 },
    { expands: IndexChanges1764300030000 },
  ],
};
