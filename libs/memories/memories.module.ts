import { WarmUp } from '@mneme/platform';
import { UsageModule } from '@mneme/usage';
import { Module } from '@nestjs/common';
import { IndexConfirmations } from './index-confirmations.js';
import { IndexFollowers } from './index-followers.js';
import { IndexMetrics } from './index-metrics.js';
import { IndexQueueRepository } from './index-queue.repository.js';
import { IndexRefillService } from './index-refill.service.js';
import { MemoriesController } from './memories.controller.js';
import { MemoriesRepository } from './memories.repository.js';
import { MemoriesService } from './memories.service.js';
import { MemoryBatches } from './memory-batches.js';
import { MemoryBulkController } from './memory-bulk.controller.js';
import { MemoryBulkService } from './memory-bulk.service.js';
import { MemoryExportService } from './memory-export.service.js';
import { MemoryImportService } from './memory-import.service.js';
import { MemoryIndexService } from './memory-index.service.js';
import { MemoryIndexer } from './memory-indexer.js';
import { MemoryIndexingJob } from './memory-indexing.job.js';
import { MemoryListRepository } from './memory-list.repository.js';
import { MemoryListService } from './memory-list.service.js';
import { MemoryRecountRepository } from './memory-recount.repository.js';
import { MemoryRecountService } from './memory-recount.service.js';
import { memoriesWarmUp } from './memories-warm-up.js';
import { MemorySeedService } from './memory-seed.service.js';
import { MemorySeedsRepository } from './memory-seeds.repository.js';
import { MemorySearchController } from './memory-search.controller.js';
import { MemorySearchService } from './memory-search.service.js';
import { MemoryTransferController } from './memory-transfer.controller.js';
import { MemoryTransferService } from './memory-transfer.service.js';
import { ModelChangeJob } from './model-change.job.js';
import { ModelChangeService } from './model-change.service.js';
import { ModelQueueRepository } from './model-queue.repository.js';
import { RecordCheck } from './record-check.js';
import { MemorySurroundingsRepository } from './memory-surroundings.repository.js';

/** Create, read, list, change, delete, search. Needs RetrievalModule to be imported once by the application. */
@Module({
  imports: [UsageModule],
  controllers: [MemoryBulkController, MemoryTransferController, MemorySearchController, MemoriesController],
  providers: [
    IndexConfirmations,
    IndexFollowers,
    IndexMetrics,
    IndexQueueRepository,
    IndexRefillService,
    MemoriesRepository,
    MemoriesService,
    MemoryBatches,
    MemoryBulkService,
    MemoryExportService,
    MemoryImportService,
    MemoryIndexService,
    MemoryIndexer,
    MemoryIndexingJob,
    MemoryListRepository,
    MemoryListService,
    MemoryRecountRepository,
    MemoryRecountService,
    MemorySearchService,
    MemorySeedService,
    MemorySeedsRepository,
    MemoryTransferService,
    RecordCheck,
    MemorySurroundingsRepository,
    ModelChangeJob,
    ModelChangeService,
    ModelQueueRepository,
  ],
  exports: [
    IndexFollowers,
    IndexRefillService,
    MemoriesService,
    MemorySearchService,
    MemoryExportService,
    MemoryImportService,
    MemoryIndexService,
    MemoryRecountService,
    MemorySeedService,
    ModelChangeService,
  ],
})
export class MemoriesModule {
  constructor(warmUp: WarmUp) {
    warmUp.addRequests('memories', memoriesWarmUp);
  }
}
