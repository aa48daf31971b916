import { Injectable } from '@nestjs/common';
import { Metrics } from '@mneme/platform/observability';
import { TextWorkers } from './text-workers.js';

const BUCKETS_SECONDS = [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Metrics of the embedding model and of its threads. */
@Injectable()
export class ModelMetrics {
  private readonly durations;
  private readonly texts;
  private readonly queries;
  private readonly underWay;

  constructor(metrics: Metrics, pool: TextWorkers) {
    this.durations = metrics.histogram(
      'mneme_embedding_batch_duration_seconds',
      'Time that the model takes for a batch of texts',
      BUCKETS_SECONDS,
      ['result'],
    );
    this.texts = metrics.counter('mneme_embedded_texts_total', 'Texts that the model was given');
    this.queries = metrics.counter('mneme_query_vectors_total', 'Queries by where their vector came from', ['source']);
    this.underWay = metrics.gauge('mneme_embedding_texts_under_way', 'Texts that wait for the model or are in it');
    const tasks = metrics.gauge('mneme_text_pool_tasks', 'Work for the threads of model and long texts', ['state']);
    const threads = metrics.gauge('mneme_text_pool_threads', 'Threads for model and long texts');
    metrics.beforeCollect(() => {
      tasks.set({ state: 'running' }, pool.running);
      tasks.set({ state: 'waiting' }, pool.waiting);
      threads.set(pool.threads);
    });
  }

  /** A text waits for its vector until the promise settles. */
  awaits(vector: Promise<unknown>): void {
    this.underWay.inc();
    const end = (): void => {
      this.underWay.dec();
    };
    vector.then(end, end);
  }

  queried(source: 'cache' | 'model'): void {
    this.queries.inc({ source });
  }

  batch(texts: number, ms: number, result: 'ok' | 'failed'): void {
    this.texts.inc(texts);
    this.durations.observe({ result }, ms / 1_000);
  }
}
