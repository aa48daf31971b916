import { Inject, Injectable } from '@nestjs/common';
import type { TenantId } from '@mneme/platform';
import type { Embedder } from './embedding/embedder.js';
import { TextPool } from './embedding/text-pool.js';
import { queryTermCounts, weighTerms } from './lexical/query-terms.js';
import type { ActiveModel } from './models/active-model.js';
import { ActiveModels } from './models/active-models.js';
import { rank } from './relevance.js';
import type { IndexDocument, RetrievalHit, SearchRequest } from './retrieval.types.js';
import type { IndexedMemory } from './vector-index/indexed-memory.js';

/** More candidates than 50 a channel bring nothing (measured), beyond what the caller wants to show. */
const fewestCandidates = 50;
/** Hits beyond the limit, for rows that are gone by the time the caller reads them. */
const slack = 20;

/** Text in, hits out: all that features know of retrieval. */
@Injectable()
export class RetrievalService {
  constructor(
    @Inject(ActiveModels) private readonly models: Pick<ActiveModels, 'all' | 'current'>,
    private readonly texts: TextPool,
  ) {}

  /** Ids of the models that a memory is to be indexed with; the first is the one that searches use. */
  get modelIds(): string[] {
    return this.models.all.map(({ id }) => id);
  }

  /**
   * Embeds and stores in the index of one model, the current one where none is named; once it resolves the documents
   * are found with it. Rejects with an external-service DomainError when the model fails, and then nothing is stored.
   */
  async index(tenantId: TenantId, documents: readonly IndexDocument[], modelId?: string): Promise<void> {
    const { embedder, index, statistics } = this.model(modelId);
    const memories = await this.prepareDocuments(documents, embedder);
    await index.upsert(tenantId, memories);
    statistics.grown(
      tenantId,
      memories.reduce((sum, { points }) => sum + points.length, 0),
    );
  }

  async remove(tenantId: TenantId, memoryIds: readonly string[], modelId?: string): Promise<void> {
    await this.model(modelId).index.remove(tenantId, memoryIds);
  }

  /** Memories of the tenant in the index of a model. */
  async count(tenantId: TenantId, modelId?: string): Promise<number> {
    return this.model(modelId).index.count(tenantId);
  }

  /**
   * Highest relevance first, ties by memory id. Up to 20 more than `limit`, because callers re-read
   * the rows and drop what has been deleted meanwhile: cut to `limit` afterwards.
   */
  async search(tenantId: TenantId, request: SearchRequest): Promise<RetrievalHit[]> {
    const { embedder, index, statistics, model } = this.models.current;
    const counts = queryTermCounts(request.query);
    const [vector, frequencies] = await Promise.all([
      embedder.embedQuery(request.query),
      statistics.frequencies(tenantId, [...counts.keys()]),
    ]);
    const terms = weighTerms(counts, frequencies);
    const { lexicalWeight } = model;
    const wanted = request.limit + slack;
    const candidates = Math.max(fewestCandidates, wanted);
    const filter = request.filter ?? {};
    const hits = await index.search(tenantId, { vector, terms, lexicalWeight, filter, candidates });
    const least = request.minRelevance ?? 0;
    return rank(hits, terms, model)
      .filter(({ relevance }) => relevance >= least)
      .slice(0, wanted);
  }

  /** Passages, terms and vectors, ready for the index of the embedder's model. */
  async prepareDocuments(documents: readonly IndexDocument[], embedder: Embedder): Promise<IndexedMemory[]> {
    const analyzed = await this.texts.analyze(
      documents.map(({ content, tags, metadata }) => ({ content, tags, metadata })),
    );
    const passages = documents.flatMap(({ content }, i) =>
      (analyzed[i] ?? []).map((part) => content.slice(part.start, part.end)),
    );
    const embeddings = await embedder.embed(passages);
    const next = embeddings.values();
    return documents.map(({ memoryId, version, type, tags, createdAt }, i) => ({
      memoryId,
      version,
      type,
      tags,
      createdAt,
      points: (analyzed[i] ?? []).map((part, passage) => ({
        ...part,
        passage,
        vector: next.next().value ?? new Float32Array(),
      })),
    }));
  }

  private model(id: string | undefined): ActiveModel {
    const model = id === undefined ? this.models.current : this.models.all.find((active) => active.id === id);
    if (model === undefined) throw new Error(`the model ${id ?? ''} is not loaded`);
    return model;
  }
}
