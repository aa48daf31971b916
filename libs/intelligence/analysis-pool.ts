import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { workerFile } from '@mneme/platform';
import { Piscina } from 'piscina';
import type { ChainInput, PatternReport } from '@mneme/analysis';
import type { PatternTask } from './analysis.worker.js';
import type { ReconstructedChains } from './chain.worker.js';
import type { FeatureRow, FeatureTask } from './feature-rows.js';

/** A thread that nobody has asked for so long ends. */
const IDLE_MS = 60_000;
/** Far more than any tenant takes: a run is bounded by what it reads. */
const LIMIT_MS = 60_000;
const HEAP_MB = 512;

/**
 * Threads for what would hold up the event loop, one a kind, so that a chain (milliseconds) waits neither for patterns
 * (seconds) nor for the features of an import.
 */
@Injectable()
export class AnalysisPool implements OnApplicationShutdown {
  private readonly making = newPool('./analysis.worker.js');
  private readonly linking = newPool('./chain.worker.js');
  private readonly finding = newPool('./analysis.worker.js');

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.making, this.linking, this.finding].map((pool) => pool.close({ force: true })));
  }

  async features(task: FeatureTask): Promise<FeatureRow[]> {
    return (await this.making.run(task, { name: 'features' })) as FeatureRow[];
  }

  async chains(input: ChainInput): Promise<ReconstructedChains> {
    return (await this.linking.run(input, { name: 'chains' })) as ReconstructedChains;
  }

  /** Ids of the memories that most probably are the decision asked for. */
  async likelyDecisions(input: ChainInput): Promise<string[]> {
    return (await this.linking.run(input, { name: 'likely' })) as string[];
  }

  async patterns(task: PatternTask): Promise<PatternReport> {
    const chunks = task.chunks.map(owned);
    const transferList = chunks.map(({ buffer }) => buffer as ArrayBuffer);
    const signal = AbortSignal.timeout(LIMIT_MS);
    return (await this.finding.run({ ...task, chunks }, { name: 'patterns', transferList, signal })) as PatternReport;
  }
}

/** Small buffers share their memory with others, and must not take it along. */
function owned(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);
}

function newPool(file: string): Piscina {
  return new Piscina({
    filename: workerFile(import.meta.url, file).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
}
