import { TenantErasers } from '@mneme/platform/erasure';
import { WarmUp } from '@mneme/platform/warm-up';
import { FollowedChanges } from '@mneme/retrieval';
import { UsageModule } from '@mneme/usage';
import { Module } from '@nestjs/common';
import { DeletionJobsRepository } from './deletion/deletion-jobs.repository.js';
import { FilteredRemovals } from './deletion/filtered-removals.js';
import { MemoryDeletionJob } from './deletion/memory-deletion.job.js';
import { MemoryDeletionService } from './deletion/memory-deletion.service.js';
import { ExpiredMemoriesRepository } from './expiry/expired-memories.repository.js';
import { MemoryExpiryJob } from './expiry/memory-expiry.job.js';
import { MemoryHistoryJob } from './history/memory-history.job.js';
import { MemoryHistoryRepository } from './history/memory-history.repository.js';
import { MemoryHistoryService } from './history/memory-history.service.js';
import { ExternalIdsService } from './records/external-ids.service.js';
import { MemoryDefaultsService } from './records/memory-defaults.service.js';
import { MemoryRemovals } from './records/memory-removals.js';
import { SupersessionRules } from './records/supersession-rules.js';
import { MemoryDefaultsRepository } from './storage/memory-defaults.repository.js';
import { JobsController } from './jobs.controller.js';
import { MemoryDeletionController } from './memory-deletion.controller.js';
import { MemoryExternalIdsController } from './memory-external-ids.controller.js';
import { MemoryHistoryController } from './memory-history.controller.js';
import { IndexAcknowledger } from './indexing/index-acknowledger.js';
import { IndexChangesJob } from './indexing/index-changes.job.js';
import { IndexChangesRepository } from './storage/index-changes.repository.js';
import { IndexListenerRegistry } from './indexing/index-listener.registry.js';
import { IndexMetrics } from './indexing/index-metrics.js';
import { IndexQueueRepository } from './storage/index-queue.repository.js';
import { IndexRebuildService } from './reindex/index-rebuild.service.js';
import { MemoriesController } from './memories.controller.js';
import { MemoriesRepository } from './storage/memories.repository.js';
import { MemoriesService } from './records/memories.service.js';
import { MemoryBatchService } from './records/memory-batch.service.js';
import { MemoryCreations } from './records/memory-creations.js';
import { MemoryBulkController } from './memory-bulk.controller.js';
import { MemoryBulkService } from './transfer/memory-bulk.service.js';
import { MemoryExportService } from './transfer/memory-export.service.js';
import { MemoryImportService } from './transfer/memory-import.service.js';
import { IndexAdminService } from './reindex/index-admin.service.js';
import { MemoryIndexer } from './indexing/memory-indexer.js';
import { IndexSweepJob } from './indexing/index-sweep.job.js';
import { FilterMeasuresRepository } from './listing/filter-measures.repository.js';
import { FilterMeasures } from './listing/filter-measures.service.js';
import { MemoryListRepository } from './listing/memory-list.repository.js';
import { MemoryListService } from './listing/memory-list.service.js';
import { MemorySelectionsService } from './listing/memory-selections.service.js';
import { TagListRepository } from './listing/tag-list.repository.js';
import { TagListService } from './listing/tag-list.service.js';
import { MemoryRecountRepository } from './records/memory-recount.repository.js';
import { MemoryRecountService } from './records/memory-recount.service.js';
import { memoriesWarmUp } from './memories-warm-up.js';
import { MemorySeedService } from './transfer/memory-seed.service.js';
import { MemorySeedsRepository } from './transfer/memory-seeds.repository.js';
import { MemorySearchController } from './memory-search.controller.js';
import { MemorySearchService } from './search/memory-search.service.js';
import { MemoryTransferController } from './memory-transfer.controller.js';
import { MemoryTransferService } from './transfer/memory-transfer.service.js';
import { ModelChangeJob } from './reindex/model-change.job.js';
import { ModelChangeService } from './reindex/model-change.service.js';
import { ReindexQueueRepository } from './reindex/reindex-queue.repository.js';
import { RecordValidator } from './records/record-validator.js';
import { SearchContextRepository } from './search/search-context.repository.js';
import { TagsController } from './tags.controller.js';

/** Create, read, list, change, delete, search. Needs RetrievalModule to be imported once by the application. */
@Module({
  imports: [UsageModule],
  controllers: [
    MemoryBulkController,
    MemoryDeletionController,
    MemoryTransferController,
    MemorySearchController,
    MemoryExternalIdsController,
    MemoryHistoryController,
    MemoriesController,
    TagsController,
    JobsController,
  ],
  providers: [
    DeletionJobsRepository,
    FilteredRemovals,
    FilterMeasures,
    FilterMeasuresRepository,
    MemoryDeletionJob,
    MemoryDeletionService,
    ExpiredMemoriesRepository,
    ExternalIdsService,
    MemoryDefaultsRepository,
    MemoryDefaultsService,
    MemoryExpiryJob,
    MemoryHistoryJob,
    MemoryHistoryRepository,
    MemoryHistoryService,
    MemoryRemovals,
    SupersessionRules,
    IndexAcknowledger,
    IndexChangesJob,
    IndexChangesRepository,
    IndexListenerRegistry,
    IndexMetrics,
    IndexQueueRepository,
    IndexRebuildService,
    MemoriesRepository,
    MemoriesService,
    MemoryBatchService,
    MemoryCreations,
    MemoryBulkService,
    MemoryExportService,
    MemoryImportService,
    IndexAdminService,
    MemoryIndexer,
    IndexSweepJob,
    MemoryListRepository,
    MemoryListService,
    TagListRepository,
    TagListService,
    MemoryRecountRepository,
    MemoryRecountService,
    MemorySearchService,
    MemorySelectionsService,
    MemorySeedService,
    MemorySeedsRepository,
    MemoryTransferService,
    RecordValidator,
    SearchContextRepository,
    ModelChangeJob,
    ModelChangeService,
    ReindexQueueRepository,
  ],
  exports: [
    IndexListenerRegistry,
    IndexRebuildService,
    MemoriesService,
    MemoryDefaultsService,
    MemorySearchService,
    MemorySelectionsService,
    MemoryDeletionService,
    MemoryExportService,
    MemoryImportService,
    IndexAdminService,
    MemoryRecountService,
    MemorySeedService,
    ModelChangeService,
  ],
})
export class MemoriesModule {
  constructor(
    warmUp: WarmUp,
    erasers: TenantErasers,
    acknowledger: IndexAcknowledger,
    followed: FollowedChanges,
    changes: IndexChangesRepository,
  ) {
    followed.source = changes;
    erasers.onForget((tenant) => acknowledger.discard(tenant));
    warmUp.addRequests('memories', memoriesWarmUp);
  }
}
