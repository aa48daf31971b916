import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { TenantId } from '@mneme/platform';
import { Embedder } from './embedding/embedder.js';
import { TextPool } from './embedding/text-pool.js';
import { queryTermCounts, weighTerms } from './lexical/query-terms.js';
import { OtherModelPolicy } from './other-model.policy.js';
import { rank } from './relevance.js';
import type { IndexDocument, RetrievalHit, SearchRequest } from './retrieval.types.js';
import type { IndexedMemory } from './vector-index/indexed-memory.js';
import { IndexModelError } from './vector-index/index-model.error.js';
import { TermStatistics } from './vector-index/term-statistics.js';
import { VectorIndex } from './vector-index/vector-index.js';

/** More candidates than 50 a channel bring nothing (measured), beyond what the caller wants to show. */
const fewestCandidates = 50;
/** Hits beyond the limit, for rows that are gone by the time the caller reads them. */
const slack = 20;

/** Text in, hits out: all that features know of retrieval. */
@Injectable()
export class RetrievalService implements OnModuleInit {
  constructor(
    private readonly embedder: Embedder,
    private readonly vectors: VectorIndex,
    private readonly statistics: TermStatistics,
    private readonly texts: TextPool,
    private readonly otherModel: OtherModelPolicy = new OtherModelPolicy(false),
  ) {}

  /** Loads the model before anything listens. An index of another model is refused, or emptied where that is wanted. */
  async onModuleInit(): Promise<void> {
    await this.embedder.load();
    try {
      await this.vectors.prepare(this.embedder.model);
    } catch (error) {
      if (!(error instanceof IndexModelError && this.otherModel.replace)) throw error;
      await this.vectors.reset();
      await this.vectors.prepare(this.embedder.model);
    }
  }

  /**
   * Embeds and stores; once it resolves the documents are found.
   * Rejects with an external-service DomainError when the model fails, and then nothing is stored.
   */
  async index(tenantId: TenantId, documents: readonly IndexDocument[]): Promise<void> {
    const memories = await this.prepareDocuments(documents);
    await this.vectors.upsert(tenantId, memories);
    this.statistics.grown(
      tenantId,
      memories.reduce((sum, { points }) => sum + points.length, 0),
    );
  }

  async remove(tenantId: TenantId, memoryIds: readonly string[]): Promise<void> {
    await this.vectors.remove(tenantId, memoryIds);
  }

  /**
   * Highest relevance first, ties by memory id. Up to 20 more than `limit`, because callers re-read
   * the rows and drop what has been deleted meanwhile: cut to `limit` afterwards.
   */
  async search(tenantId: TenantId, request: SearchRequest): Promise<RetrievalHit[]> {
    const counts = queryTermCounts(request.query);
    const [vector, frequencies] = await Promise.all([
      this.embedder.embedQuery(request.query),
      this.statistics.frequencies(tenantId, [...counts.keys()]),
    ]);
    const terms = weighTerms(counts, frequencies);
    const { lexicalWeight } = this.embedder.model;
    const wanted = request.limit + slack;
    const candidates = Math.max(fewestCandidates, wanted);
    const filter = request.filter ?? {};
    const hits = await this.vectors.search(tenantId, { vector, terms, lexicalWeight, filter, candidates });
    const least = request.minRelevance ?? 0;
    return rank(hits, terms, this.embedder.model)
      .filter(({ relevance }) => relevance >= least)
      .slice(0, wanted);
  }

  /** Passages, terms and vectors, ready for a VectorIndex. */
  async prepareDocuments(documents: readonly IndexDocument[]): Promise<IndexedMemory[]> {
    const analyzed = await this.texts.analyze(
      documents.map(({ content, tags, metadata }) => ({ content, tags, metadata })),
    );
    const passages = documents.flatMap(({ content }, i) =>
      (analyzed[i] ?? []).map((part) => content.slice(part.start, part.end)),
    );
    const embeddings = await this.embedder.embed(passages);
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
}
