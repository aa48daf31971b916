import { Injectable } from '@nestjs/common';
import { workerFile } from '@mneme/platform/concurrency';
import { AppConfig } from '@mneme/platform/config';
import { Piscina } from 'piscina';
import {
  type AnalyzedPassage,
  analyzeDocument,
  charactersOf,
  type DocumentText,
} from '../lexical/document-analysis.js';
import { type QueryWord, queryWords } from '../lexical/query-words.js';
import { type PositionTask, type TermPosition, termPositions } from '../lexical/term-positions.js';
import { DownloadLog, type FileProgress } from './download-log.js';
import type { ModelLocation } from '../text-models/model-location.js';

/** Analysis takes 0.5 ms for 1,000 characters: shorter than that it is not worth a thread. */
const INLINE_CHARACTERS = 1_000;
/** 500 characters of Chinese take 1 to 2 ms, the 2,000 of the longest query 5 to 9. */
const INLINE_QUERY_CHARACTERS = 500;
/** A thread without a model that is idle this long ends and returns its 40 MB; another one starts in 0.2 s. */
const IDLE_MS = 60_000;

/**
 * The worker threads for what would hold up the event loop: the model and the analysis of long texts and queries.
 *
 * Those that have loaded a model end with the process, never before, and do not keep it alive: onnxruntime-node 1.14 is not
 * made for threads that come and go. Once a thread that used it has ended, new ones fail ("Module did not self-register") or
 * corrupt the heap. So there is nothing to close, and a task that takes too long is given up by its caller.
 */
@Injectable()
export class TextWorkers {
  readonly threads: number;
  private pool: Piscina;
  private hasModels = false;
  private given = 0;

  constructor(config: AppConfig) {
    this.threads = config.embeddingThreads;
    this.pool = this.newPool(IDLE_MS);
  }

  /** Tasks that a thread works on. */
  get running(): number {
    return this.given - this.waiting;
  }

  /** Tasks that wait for a thread. */
  get waiting(): number {
    return this.pool.queueSize;
  }

  /** Passages and terms, a list a document. */
  async analyze(documents: readonly DocumentText[]): Promise<AnalyzedPassage[][]> {
    let left = INLINE_CHARACTERS;
    const short = documents.every((document) => (left -= charactersOf(document)) >= 0);
    if (short) return documents.map(analyzeDocument);
    return (await this.run('analyze', documents)) as AnalyzedPassage[][];
  }

  /** Where each text holds any of its terms. */
  async positions(tasks: readonly PositionTask[]): Promise<TermPosition[][]> {
    const characters = tasks.reduce((sum, { text }) => sum + text.length, 0);
    if (characters > INLINE_CHARACTERS) return (await this.run('positions', tasks)) as TermPosition[][];
    return tasks.map(({ text, wanted }) => termPositions(text, new Set(wanted)));
  }

  /** The words to look for, as `queryWords` of lexical. */
  async queryWords(query: string, today?: Date): Promise<QueryWord[]> {
    if (query.length <= INLINE_QUERY_CHARACTERS) return queryWords(query, today);
    return (await this.run('queryWords', { query, today })) as QueryWord[];
  }

  /**
   * Loads a model in every thread, so that no later text waits for it. From now on no thread ends.
   * @returns the numbers in a vector
   */
  async load(model: ModelLocation): Promise<number> {
    if (!this.hasModels) {
      this.hasModels = true;
      this.pool = this.newPool(Infinity);
    }
    // The first one downloads what is missing; at once they would write the same files.
    const { length } = await this.embed(model, ['']);
    await Promise.all(Array.from({ length: this.threads }, () => this.embed(model, [''])));
    return length;
  }

  /** Vectors in the order of the texts, one behind the other. */
  async embed(model: ModelLocation, texts: readonly string[]): Promise<Float32Array> {
    return (await this.run('embed', { model, texts })) as Float32Array;
  }

  private newPool(idleTimeout: number): Piscina {
    const downloads = new DownloadLog();
    return new Piscina({
      filename: workerFile(import.meta.url, './retrieval.worker.js').href,
      minThreads: 0,
      maxThreads: this.threads,
      idleTimeout,
      recordTiming: false,
    }).on('message', (progress: FileProgress) => {
      downloads.report(progress);
    });
  }

  private async run(name: 'analyze' | 'positions' | 'queryWords' | 'embed', task: unknown): Promise<unknown> {
    this.given++;
    try {
      return await this.pool.run(task, { name });
    } finally {
      this.given--;
    }
  }
}
