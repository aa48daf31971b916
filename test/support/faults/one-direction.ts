import { type EmbeddingModel, RetrievalService, type VectorIndex } from '@mneme/retrieval';
import { Embedder } from '../../../libs/retrieval/embedding/embedder.js';
import type { TextWorkers } from '../../../libs/retrieval/embedding/text-workers.js';
import { analyzeDocument } from '../../../libs/retrieval/lexical/document-analysis.js';
import { queryWords } from '../../../libs/retrieval/lexical/query-words.js';
import { ActiveModel } from '../../../libs/retrieval/models/active-model.js';
import { sampleModel } from '../vectors/vector-samples.js';

class OneDirection extends Embedder {
  readonly model: EmbeddingModel = sampleModel;
  private readonly vector = new Float32Array(sampleModel.dimensions).fill(1 / Math.sqrt(sampleModel.dimensions));
  load = (): Promise<void> => Promise.resolve();
  check = (): Promise<void> => Promise.resolve();
  embedQuery = (): Promise<Float32Array> => Promise.resolve(this.vector);
  embed = (texts: readonly string[]): Promise<Float32Array[]> => Promise.resolve(texts.map(() => this.vector));
}

const texts = {
  analyze: (documents: Parameters<typeof analyzeDocument>[0][]) => Promise.resolve(documents.map(analyzeDocument)),
  positions: (of: readonly string[]) => Promise.resolve(of.map(() => [])),
  queryWords: (query: string, today?: Date) => Promise.resolve(queryWords(query, today)),
};

/** Retrieval to which every text has the same vector, so that a search shows everything that the index holds. */
export function oneDirection(index: VectorIndex): RetrievalService {
  const current = new ActiveModel(new OneDirection(), index);
  return new RetrievalService({ current, all: [current] }, texts as unknown as TextWorkers);
}
