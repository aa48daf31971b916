import type { Schema } from '@mneme/platform';
import { Memory } from './memory.entity.js';
import { Memories1763700003000 } from './memories.migration.js';
import { IndexQueueModels1763809003000 } from './index-queue-models.migration.js';
import { MemoryQuotas1763851300000 } from './memory-quotas.migration.js';
import { ContentHeads1763897300000 } from './content-heads.migration.js';
import { MemorySessions1763815008000 } from './memory-sessions.migration.js';
import { MemorySeeds1763700004000 } from './memory-seeds.migration.js';
import { NormalisedTags1764200020000 } from './normalised-tags.migration.js';

export { IndexFollower, type FollowUp, type IndexedRecord } from './index-follower.js';
export { IndexFollowers } from './index-followers.js';
export { IndexRefillService } from './index-refill.service.js';
export { MemoriesModule } from './memories.module.js';
export { MemoriesService } from './memories.service.js';
export { MemoryExportService } from './memory-export.service.js';
export { MemoryImportService } from './memory-import.service.js';
export { NdjsonImport, type ImportCounts, type StoppedImport } from './ndjson-import.js';
export { ModelChangeService, type ModelChange } from './model-change.service.js';
export { MemoryIndexService } from './memory-index.service.js';
export { isDrift, MemoryRecountService } from './memory-recount.service.js';
export { MemorySeedService } from './memory-seed.service.js';
export { MemorySearchService, type MemoryMatch } from './memory-search.service.js';
/** @public Events that extensions may listen to; not every one has a listener here. */
export { MemoryCreated, MemoryDeleted, memoryEvents, MemoryUpdated, SearchPerformed } from './memory.events.js';
export type { BatchOutcome } from './memory-batches.js';
export type { Memory } from './memory.entity.js';
export type { MemoryPatch, NewMemory } from './new-memory.js';
export type { MemoryType } from './memory-types.js';

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
