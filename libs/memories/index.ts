import type { Schema } from '@mneme/platform/migrations';
import { Memory } from './storage/memory.entity.js';
import { Memories1763700003000 } from './migrations/memories.migration.js';
import { IndexQueueModels1763809003000 } from './migrations/index-queue-models.migration.js';
import { MemoryQuotas1763851300000 } from './migrations/memory-quotas.migration.js';
import { ContentHeads1763897300000 } from './migrations/content-heads.migration.js';
import { MemorySessions1763815008000 } from './migrations/memory-sessions.migration.js';
import { MemorySeeds1763700004000 } from './migrations/memory-seeds.migration.js';
import { NormalisedTags1764200020000 } from './migrations/normalised-tags.migration.js';

export { IndexListener, type FollowUp, type IndexedRecord } from './indexing/index-listener.js';
export { IndexListenerRegistry } from './indexing/index-listener.registry.js';
export { IndexRebuildService } from './reindex/index-rebuild.service.js';
export { MemoriesModule } from './memories.module.js';
export { MemoriesService } from './records/memories.service.js';
export { MemoryExportService } from './transfer/memory-export.service.js';
export { MemoryImportService } from './transfer/memory-import.service.js';
export { NdjsonImport, type ImportCounts, type StoppedImport } from './transfer/ndjson-import.js';
export { ModelChangeService, type ModelChange } from './reindex/model-change.service.js';
export { IndexAdminService } from './reindex/index-admin.service.js';
export { isDrift, MemoryRecountService } from './records/memory-recount.service.js';
export { MemorySeedService } from './transfer/memory-seed.service.js';
export { MemorySearchService, type MemoryMatch } from './search/memory-search.service.js';
/** @public Events that extensions may listen to; not every one has a listener here. */
export { MemoryCreated, MemoryDeleted, memoryEvents, MemoryUpdated, SearchPerformed } from './storage/memory.events.js';
export type { BatchOutcome } from './records/memory-batch.service.js';
export type { Memory } from './storage/memory.entity.js';
export type { MemoryPatch, NewMemory } from './storage/memory.factory.js';
export type { MemoryType } from './storage/memory-types.js';

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
