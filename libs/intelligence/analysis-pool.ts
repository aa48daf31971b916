import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { DomainError, workerFile } from '@mneme/platform';
import { Piscina } from 'piscina';
import type { PatternReport } from '@mneme/analysis';
import type { PatternTask } from './analysis.worker.js';
import type { FeatureRow, FeatureTask } from './feature-rows.js';

/** A thread that nobody has asked for so long ends. */
const IDLE_MS = 60_000;
/** Who comes later than so many waits longer than anybody likes to: about 20 s with 100,000 memories each. */
const LONGEST_QUEUE = 8;
/** Far more than any tenant takes: a run is bounded by what it reads. */
const LIMIT_MS = 60_000;
const HEAP_MB = 512;

/**
 * Two threads for what would hold up the event loop: one for what takes milliseconds (features, chains), one for pattern
 * detection, which takes seconds, so that the first never waits for it.
 */
@Injectable()
export class AnalysisPool implements OnApplicationShutdown {
  private readonly quick = newPool(Infinity);
  private readonly long = newPool(LONGEST_QUEUE);

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.quick.close({ force: true }), this.long.close({ force: true })]);
  }

  async features(task: FeatureTask): Promise<FeatureRow[]> {
    return (await this.quick.run(task, { name: 'features' })) as FeatureRow[];
  }

  /** @throws DomainError rateLimited where too many are waiting already */
  async patterns(task: PatternTask): Promise<PatternReport> {
    if (this.long.queueSize >= LONGEST_QUEUE) {
      throw DomainError.rateLimited('too many analyses are waiting; X-RateLimit-Retry-After says when to come again');
    }
    const chunks = task.chunks.map(owned);
    const transferList = chunks.map(({ buffer }) => buffer as ArrayBuffer);
    const signal = AbortSignal.timeout(LIMIT_MS);
    return (await this.long.run({ ...task, chunks }, { name: 'patterns', transferList, signal })) as PatternReport;
  }
}

/** Small buffers share their memory with others, and must not take it along. */
function owned(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);
}

function newPool(maxQueue: number): Piscina {
  return new Piscina({
    filename: workerFile(import.meta.url, './analysis.worker.js').href,
    minThreads: 0,
    maxThreads: 1,
    maxQueue,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
}
