import { Injectable } from '@nestjs/common';
import { DependencyChecks } from '@mneme/platform/observability';
import { NO_TENANT } from '@mneme/platform/warm-up';
import { ActiveModels } from './models/active-models.js';

/** Has readiness tell of the model that searches use and of its index. Writes are taken and reads answered without them. */
@Injectable()
export class RetrievalHealth {
  constructor(dependencies: DependencyChecks, models: ActiveModels) {
    const checkIndex = async (): Promise<void> => {
      await models.current.index.count(NO_TENANT);
    };
    dependencies.watch({ name: 'vector index', required: false, check: checkIndex });
    dependencies.watch({ name: 'model', required: false, check: () => models.current.embedder.check() });
  }
}
