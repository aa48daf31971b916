import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { workerFile } from '@mneme/platform';
import type { ChainInput, PatternReport } from '@mneme/analysis';
import type { PatternTask } from './analysis.worker.js';
import { BoundedPool } from './bounded-pool.js';
import type { ReconstructedChains } from './chain.worker.js';
import type { FeatureRow, FeatureTask } from './feature-rows.js';

/** Far more than anything takes: a run is bounded by what it reads. */
const PATTERNS_MS = 60_000;
const CHAINS_MS = 30_000;
/** Nobody waits for them, many may be in line, and what is not made is made by the sweep. */
const FEATURES_MS = 600_000;

/**
 * Threads for what would hold up the event loop, one a kind, so that a chain (milliseconds) waits neither for patterns
 * (seconds) nor for the features of an import.
 */
@Injectable()
export class AnalysisPool implements OnApplicationShutdown {
  private readonly making = newPool('./analysis.worker.js', FEATURES_MS);
  private readonly linking = newPool('./chain.worker.js', CHAINS_MS);
  private readonly finding = newPool('./analysis.worker.js', PATTERNS_MS);

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.making, this.linking, this.finding].map((pool) => pool.close()));
  }

  async features(task: FeatureTask): Promise<FeatureRow[]> {
    return (await this.making.run(task, { name: 'features' })) as FeatureRow[];
  }

  /** @throws DomainError unavailable where it takes too long */
  async chains(input: ChainInput): Promise<ReconstructedChains> {
    return (await this.linking.run(input, { name: 'chains' })) as ReconstructedChains;
  }

  /**
   * Ids of the memories that most probably are the decision asked for.
   * @throws DomainError unavailable where it takes too long
   */
  async likelyDecisions(input: ChainInput): Promise<string[]> {
    return (await this.linking.run(input, { name: 'likely' })) as string[];
  }

  /** @throws DomainError unavailable where it takes too long */
  async patterns(task: PatternTask): Promise<PatternReport> {
    const chunks = task.chunks.map(owned);
    const transferList = chunks.map(({ buffer }) => buffer as ArrayBuffer);
    return (await this.finding.run({ ...task, chunks }, { name: 'patterns', transferList })) as PatternReport;
  }
}

/** Small buffers share their memory with others, and must not take it along. */
function owned(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);
}

function newPool(file: string, limitMs: number): BoundedPool {
  return new BoundedPool(workerFile(import.meta.url, file), limitMs);
}
