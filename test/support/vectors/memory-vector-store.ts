import { type EmbeddingModel, IndexModelError, type VectorIndex, VectorStore } from '@mneme/retrieval';
import { MemoryVectorIndex } from './memory-vector-index.js';

/** Indexes that live as long as the process. */
export class MemoryVectorStore extends VectorStore {
  readonly name = 'memory';
  private readonly indexes = new Map<string, { dimensions: number; index: VectorIndex }>();

  open({ id, dimensions }: EmbeddingModel): Promise<VectorIndex> {
    const known = this.indexes.get(id) ?? { dimensions, index: new MemoryVectorIndex() };
    if (known.dimensions !== dimensions) {
      return Promise.reject(new IndexModelError(`the index of ${id} holds vectors of ${known.dimensions} numbers`));
    }
    this.indexes.set(id, known);
    return Promise.resolve(known.index);
  }

  holds(modelId: string): Promise<boolean> {
    return Promise.resolve(this.indexes.has(modelId));
  }

  drop(modelId: string): Promise<void> {
    this.indexes.delete(modelId);
    return Promise.resolve();
  }
}
