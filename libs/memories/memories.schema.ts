import type { Schema } from '@mneme/platform/migrations';
import { Memory } from './storage/memory.entity.js';
import { Memories1763700003000 } from './migrations/memories.migration.js';
import { IndexQueueModels1763809003000 } from './migrations/index-queue-models.migration.js';
import { MemoryQuotas1763851300000 } from './migrations/memory-quotas.migration.js';
import { ContentHeads1763897300000 } from './migrations/content-heads.migration.js';
import { MemorySessions1763815008000 } from './migrations/memory-sessions.migration.js';
import { MemorySeeds1763700004000 } from './migrations/memory-seeds.migration.js';
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
  ],
};
