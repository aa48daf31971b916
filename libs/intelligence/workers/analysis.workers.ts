import { Injectable } from '@nestjs/common';
import { workerFile } from '@mneme/platform/concurrency';
import type { JudgedStory, PatternReport } from '@mneme/analysis';
import type { PatternTask } from './analysis.worker.js';
import { BoundedWorkers } from './bounded-workers.js';
import { type Answer, type ChainTask, sentTask, type Unknown } from './chain-worker.protocol.js';
import type { ReconstructedChains } from './chain.worker.js';
import type { FeatureRow, FeatureTask } from '../stored-form/feature-rows.js';

/**
 * Far more than 100,000 ordinary memories take (1 s). Nothing bounds their bytes: of memories with 74 tags and names of 64
 * characters each, 20,000 (all names different) to 70,000 (the same 3,000) are more than the thread holds, and end the run.
 */
const PATTERNS_MS = 60_000;
const CHAINS_MS = 30_000;
/** Many may wait in line: an analysis waits a second at most, and the sweep computes what is missing. */
const FEATURES_MS = 600_000;

/**
 * Threads for what would hold up the event loop, one a kind, so that a chain (milliseconds) waits neither for patterns
 * (seconds) nor for the features of another tenant's import; for those of its own tenant a second at most.
 */
@Injectable()
export class AnalysisWorkers {
  private readonly making = newPool('./analysis.worker.js', FEATURES_MS);
  private readonly linking = newPool('./chain.worker.js', CHAINS_MS);
  private readonly finding = newPool('./analysis.worker.js', PATTERNS_MS);

  /** When requests, sweeps and indexing have ended: each of them gives it work until then. */
  async close(): Promise<void> {
    await Promise.all([this.making, this.linking, this.finding].map((pool) => pool.close()));
  }

  async features(task: FeatureTask): Promise<FeatureRow[]> {
    return (await this.making.run(task, { name: 'features' })) as FeatureRow[];
  }

  /** @throws DomainError unavailable where it takes too long or too much memory */
  async chains(task: ChainTask): Promise<ReconstructedChains> {
    return this.link('chains', task);
  }

  /**
   * Ids of the memories that most probably are the decision asked for.
   * @throws DomainError unavailable where it takes too long or too much memory
   */
  async likelyDecisions(task: ChainTask): Promise<string[]> {
    return this.link('likely', task);
  }

  /** See `proposedDecisions` of the analysis. @throws DomainError unavailable where it takes too long or too much memory */
  async proposedDecisions(task: ChainTask, most: number): Promise<string[]> {
    return this.link('decisions', task, { most });
  }

  /** See `proposedMembers` of the analysis. @throws DomainError unavailable where it takes too long or too much memory */
  async proposedMembers(task: ChainTask, decision: string, most: number): Promise<string[]> {
    return this.link('members', task, { decision, most });
  }

  /**
   * The report of what a language model says of a decision; undefined where that is not among the memories.
   * @throws DomainError unavailable where it takes too long or too much memory
   */
  async judgedChains(task: ChainTask, story: JudgedStory): Promise<ReconstructedChains | undefined> {
    return this.link('judged', task, { story });
  }

  /** @throws DomainError unavailable where it takes too long or too much memory */
  async patterns(task: PatternTask): Promise<PatternReport> {
    return (await this.finding.run(task, { name: 'patterns' })) as PatternReport;
  }

  /** Memories go to the thread once: it says which ones it does not know, or no longer. */
  private async link<T>(name: string, task: ChainTask, asked: object = {}): Promise<T> {
    let wanted: Unknown = { memories: [], prototypes: false };
    for (;;) {
      const answer = (await this.linking.run({ ...sentTask(task, wanted), ...asked }, { name })) as Answer<T>;
      if ('result' in answer) return answer.result;
      // What the thread knew it may have had to forget for what it was sent.
      const { memories, prototypes } = answer.unknown;
      wanted = { memories: [...wanted.memories, ...memories], prototypes: wanted.prototypes || prototypes };
    }
  }
}

function newPool(file: string, limitMs: number): BoundedWorkers {
  return new BoundedWorkers(workerFile(import.meta.url, file), limitMs);
}
