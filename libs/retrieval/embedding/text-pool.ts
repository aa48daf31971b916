import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { AppConfig, workerFile } from '@mneme/platform';
import { Piscina } from 'piscina';
import { type AnalyzedPassage, analyzeDocument, type DocumentText } from '../lexical/document-analysis.js';
import type { ModelLocation } from './model-location.js';

/** Analysis takes 0.5 ms for 1,000 characters: shorter than that it is not worth a thread. */
const inlineCharacters = 1_000;

/** The worker threads for what would hold up the event loop: the model and the analysis of long texts. */
@Injectable()
export class TextPool implements OnModuleDestroy {
  readonly threads: number;
  private readonly pool: Piscina;

  constructor(config: AppConfig) {
    this.threads = config.embeddingThreads;
    this.pool = new Piscina({
      filename: workerFile(import.meta.url, './retrieval.worker.js').href,
      minThreads: this.threads,
      maxThreads: this.threads,
    });
  }

  /** Passages and terms, a list a document. */
  async analyze(documents: readonly DocumentText[]): Promise<AnalyzedPassage[][]> {
    const characters = documents.reduce((sum, document) => sum + document.content.length, 0);
    if (characters <= inlineCharacters) return documents.map(analyzeDocument);
    return (await this.pool.run(documents, { name: 'analyze' })) as AnalyzedPassage[][];
  }

  /**
   * Vectors in the order of the texts, one behind the other.
   * A thread that exceeds `timeoutMs` is replaced, and the promise rejects with an AbortError.
   */
  async embed(model: ModelLocation, texts: readonly string[], timeoutMs: number): Promise<Float32Array> {
    const signal = AbortSignal.timeout(timeoutMs);
    return (await this.pool.run({ model, texts }, { name: 'embed', signal })) as Float32Array;
  }

  async onModuleDestroy(): Promise<void> {
    await this.pool.destroy();
  }
}
