import { Injectable } from '@nestjs/common';
import { newUuid } from '@mneme/platform/ids';
import { WarmUp } from '@mneme/platform/warm-up';
import { TextWorkers } from './embedding/text-workers.js';
import { ActiveModels } from './models/active-models.js';
import { RetrievalService } from './retrieval.service.js';

const QUERY = 'who wanted to know what was decided, and when?';
const NOTE = { tags: ['warm-up'], metadata: { speaker: 'Nobody' }, createdAt: new Date(0) };
const FILTERED = { attributes: [], occurredAt: NOTE.createdAt, expiresAt: null };
/** Of as many tokens as the model reads at once, and of several passages. */
const LONG = 'On Monday the meeting went on until the last of the open questions had been answered. '.repeat(30);
/** Code runs slowly until it has run some times. */
const TIMES = 3;

/** Runs the model and the analysis of texts as a search and a write do. */
@Injectable()
export class RetrievalWarmUp {
  constructor(
    warmUp: WarmUp,
    private readonly models: ActiveModels,
    private readonly retrieval: RetrievalService,
    private readonly textWorkers: TextWorkers,
  ) {
    warmUp.addStep('text', () => this.analysis());
  }

  /** In every thread. */
  private async analysis(): Promise<void> {
    const { embedder } = this.models.current;
    const document = { ...NOTE, ...FILTERED, memoryId: newUuid(), version: 1, type: 'semantic' };
    const threads = Array.from({ length: this.textWorkers.threads }, () =>
      this.textWorkers.analyze([{ ...NOTE, content: LONG }]),
    );
    await Promise.all([...threads, this.textWorkers.queryWords(LONG.slice(0, 2_000), NOTE.createdAt)]);
    await this.retrieval.prepareDocuments([{ ...document, content: LONG }], embedder);
    for (let i = 0; i < TIMES; i++) {
      await this.retrieval.prepareDocuments([{ ...document, content: `${QUERY} ${i}` }], embedder);
    }
  }
}
