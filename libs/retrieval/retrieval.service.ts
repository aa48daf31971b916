import { Inject, Injectable } from '@nestjs/common';
import { setTimeout as pause } from 'node:timers/promises';
import type { Warning } from '@mneme/platform/answers';
import { DomainError } from '@mneme/platform/errors';
import type { TenantId } from '@mneme/platform/ids';
import { NO_TENANT } from '@mneme/platform/warm-up';
import type { Embedder } from './embedding/embedder.js';
import type { ModelConstants } from './embedding/embedding-model.js';
import { holdsDates } from './embedding/model-id.js';
import { TextWorkers } from './embedding/text-workers.js';
import { documentText } from './document-text.js';
import { explain } from './explain.js';
import { type QueryWord } from './lexical/query-words.js';
import { weighTerms, withoutIdleParts } from './lexical/weigh-terms.js';
import type { ActiveModel } from './models/active-model.js';
import { ActiveModels } from './models/active-models.js';
import { rank } from './relevance.js';
import type {
  AroundRequest,
  Candidates,
  Explanation,
  FoundDocument,
  IndexDocument,
  PreparedMemory,
  RetrievalHit,
  SearchRequest,
  Surroundings,
} from './retrieval.types.js';
import type { IndexedMemory } from './vector-index/indexed-memory.js';
import { wholeTies } from './whole-ties.js';

/** More candidates than 50 a channel bring nothing (measured), beyond what the caller wants to show. */
const MIN_CANDIDATES = 50;
/** Hits beyond the limit, for rows that are gone by the time the caller reads them. */
const SLACK = 20;

const PROBE_MS = 2_000;

const BY_WORDS_ALONE: Warning = {
  code: 'SEARCHED_BY_WORDS_ALONE',
  message: 'the embedding model does not answer, so only memories that share a word with the query were found',
};

/** What an index is asked, and how many candidates a channel may bring. */
type Asked = Pick<Candidates, 'request' | 'vector' | 'words' | 'terms' | 'warnings'> & {
  readonly constants: ModelConstants;
  readonly each: number;
};

/** Text in, hits out: all that features know of retrieval. */
@Injectable()
export class RetrievalService {
  constructor(
    @Inject(ActiveModels) private readonly models: Pick<ActiveModels, 'all' | 'current'>,
    private readonly textWorkers: TextWorkers,
  ) {}

  /** Ids of the models that a memory is to be indexed with; the first is the one that searches use. */
  get modelIds(): string[] {
    return this.models.all.map(({ id }) => id);
  }

  /**
   * Embeds and stores in the index of one model, the current one where none is named; once it resolves the documents
   * are found with it. Rejects with an external-service DomainError when the model fails, and then nothing is stored.
   * @returns the vectors of each, in their order, as `vectors` has them
   */
  async index(tenantId: TenantId, documents: readonly IndexDocument[], modelId?: string): Promise<Float32Array[][]> {
    const model = this.model(modelId);
    const { index, statistics } = model;
    const memories = await this.prepared(documents, model);
    await index.upsert(tenantId, memories);
    statistics.grown(
      tenantId,
      memories.reduce((sum, { points }) => sum + points.length, 0),
    );
    return memories.map(({ points }) => points.map(({ vector }) => model.leadingPart(vector)));
  }

  /**
   * Passages, terms and vectors of a document for the current model, which `index` takes where it is given them: a record can
   * be embedded while it is being written. Rejects as `index` does.
   */
  async prepare(document: IndexDocument): Promise<PreparedMemory> {
    const { id, embedder } = this.models.current;
    const [memory] = await this.prepareDocuments([document], embedder);
    if (memory === undefined) throw new Error('a document makes one memory');
    return { modelId: id, memory };
  }

  /**
   * The vectors that the current model's index has of these memories, a memory's in the order of its passages; without
   * memories that are not indexed yet. Like all vectors that leave this class: of a composite model the first half.
   */
  async vectors(tenantId: TenantId, memoryIds: readonly string[]): Promise<Map<string, Float32Array[]>> {
    const { current } = this.models;
    const found = await current.index.vectors(tenantId, memoryIds);
    return new Map([...found].map(([id, vectors]) => [id, vectors.map((vector) => current.leadingPart(vector))]));
  }

  async remove(tenantId: TenantId, memoryIds: readonly string[], modelId?: string): Promise<void> {
    const { index, statistics } = this.model(modelId);
    await index.remove(tenantId, memoryIds);
    statistics.grown(tenantId, memoryIds.length);
  }

  /** Memories of the tenant in the index of a model. */
  async count(tenantId: TenantId, modelId?: string): Promise<number> {
    return this.model(modelId).index.count(tenantId);
  }

  /** What the index proposes; to be ranked. With a standing where `ahead` was asked for and the index may have changed. */
  async candidates(tenantId: TenantId, request: SearchRequest): Promise<Candidates> {
    const { current } = this.models;
    const [embedded, words] = await Promise.all([
      current.vectorOf(request.query),
      this.weighed(tenantId, current, request),
    ]);
    const each = Math.max(MIN_CANDIDATES, request.limit + SLACK, request.candidates ?? 0);
    const asked = { request, ...words, each, constants: current.model };
    if (embedded !== 'unavailable') {
      return this.proposed(tenantId, current, { ...asked, vector: embedded.vector, warnings: [] });
    }
    if (words.terms.length === 0) {
      throw DomainError.externalService('the embedding model does not answer, and the query has no word to search by');
    }
    return this.proposed(tenantId, current, { ...asked, vector: undefined, warnings: [BY_WORDS_ALONE] });
  }

  /** Whether candidates are still those that there are, where the index has changed since their standing. */
  async stillHold(tenantId: TenantId, { standing }: Pick<Candidates, 'standing'>): Promise<boolean> {
    if (standing === undefined) return true;
    const { modelId } = standing;
    return this.modelIds.includes(modelId) && this.model(modelId).index.stillHolds(tenantId, standing);
  }

  /** A query's vector by a model. @throws DomainError externalService where the model does not answer, soon after the first time */
  async queryVector(modelId: string, query: string): Promise<Float32Array> {
    const model = this.model(modelId);
    const embedded = await model.vectorOf(query);
    if (embedded === 'unavailable') throw DomainError.externalService('the embedding model does not answer');
    const [vector] = embedded.vector === undefined ? await model.embedder.embed([query]) : [embedded.vector];
    return model.leadingPart(vector ?? new Float32Array());
  }

  /**
   * What the channels of a model's index find for a vector and the words of a text, the most relevant first; see
   * `wholeTies` for those at the end of the channel of words. `relevance` is calibrated for the query's own vector only.
   */
  async around(tenantId: TenantId, { modelId, query, vector, each, filter }: AroundRequest): Promise<RetrievalHit[]> {
    const model = this.model(modelId);
    const words = await this.weighed(tenantId, model, { query });
    const request = { query, limit: 2 * each, filter };
    const { leading } = model.model;
    const share = Math.sqrt(leading?.share ?? 1);
    const own = leading ?? model.model;
    const constants = { ...own, ...own.analyses };
    // The index sees cosines of the whole vector, which are as much smaller: words must not weigh more beside them.
    const inIndex = { ...constants, lexicalWeight: constants.lexicalWeight * share };
    const asked = { request, vector: model.fromLeading(vector), ...words, warnings: [], constants: inIndex };
    // One more than wanted: it tells where the channel of words was cut off.
    const candidates = await this.proposed(tenantId, model, { ...asked, each: each + 1 });
    const hits = candidates.hits.map((hit) => ({ ...hit, cosine: hit.cosine / share }));
    return rank({ ...candidates, model: constants, hits: wholeTies(hits, each + 1) });
  }

  private async proposed(
    tenantId: TenantId,
    { index }: ActiveModel,
    { request, vector, words, terms, each, warnings, constants }: Asked,
  ): Promise<Candidates> {
    const asked = { request, vector, model: constants, words, terms, warnings };
    if (vector === undefined && terms.length === 0) return { ...asked, hits: [], standing: undefined };
    const query = {
      vector,
      terms: terms.filter(({ weight }) => weight > 0),
      lexicalWeight: constants.lexicalWeight,
      lexicalPower: constants.lexicalPower,
      filter: request.filter ?? {},
      candidates: each,
    };
    if (request.ahead === true) return { ...asked, ...(await index.searchAhead(tenantId, query)) };
    return { ...asked, hits: await index.search(tenantId, query), standing: undefined };
  }

  /**
   * Highest relevance first, ties by memory id; all of them, regardless of `minRelevance`, because callers re-read the rows and drop what has been deleted
   * meanwhile, and copies: cut to the limit afterwards.
   *
   * @param surroundings of those candidates that have any
   */
  rank(candidates: Candidates, surroundings: readonly Surroundings[] = []): RetrievalHit[] {
    return rank(candidates, surroundings);
  }

  /**
   * Whether model and index respond, within two seconds: distinguishes an unavailable store from a memory that it refuses.
   * A model that a change has let go meanwhile does not.
   */
  async answers(modelId: string): Promise<boolean> {
    if (!this.modelIds.includes(modelId)) return false;
    const { embedder, index } = this.model(modelId);
    const limit = new AbortController();
    const probe = Promise.all([embedder.embed(['?']), index.count(NO_TENANT)]).then(() => true);
    const late = pause(PROBE_MS, false, { signal: limit.signal, ref: false });
    return Promise.race([probe, late])
      .catch(() => false)
      .finally(() => {
        late.catch(() => undefined);
        limit.abort();
      });
  }

  /** `candidates` and `rank` for callers who know nothing of the surroundings. */
  async search(tenantId: TenantId, request: SearchRequest): Promise<RetrievalHit[]> {
    const { minRelevance = 0 } = request;
    return this.rank(await this.candidates(tenantId, request)).filter(({ relevance }) => relevance >= minRelevance);
  }

  /** What of the query each of these memories holds, and where; in the order in which they are given. */
  async explain(candidates: Candidates, found: readonly FoundDocument[]): Promise<Explanation[]> {
    return explain(this.textWorkers, candidates, found);
  }

  /** Vectors of unit length of these texts by the current model. @throws DomainError of an external service */
  async embed(texts: readonly string[]): Promise<Float32Array[]> {
    return this.models.current.leading.embed(texts);
  }

  /** The query's terms by the tenant's own frequencies; a word that it does not have becomes one spelled much like it. */
  private async weighed(
    tenantId: TenantId,
    { id, statistics, spelling }: ActiveModel,
    { query, referenceTime }: Pick<SearchRequest, 'query' | 'referenceTime'>,
  ): Promise<Pick<Candidates, 'words' | 'terms'>> {
    const given = await this.textWorkers.queryWords(query, holdsDates(id) ? referenceTime : undefined);
    const known = await statistics.frequencies(tenantId, termsOf(given));
    const words = await spelling.corrected(tenantId, given, known.frequencies);
    const standIns = termsOf(words).filter((term) => !known.frequencies.has(term));
    const theirs = standIns.length === 0 ? known : await statistics.frequencies(tenantId, standIns);
    const frequencies = new Map([...known.frequencies, ...theirs.frequencies]);
    const telling = withoutIdleParts(words, frequencies);
    return { words: telling, terms: weighTerms(telling, { points: known.points, frequencies }) };
  }

  /** Passages, terms and vectors, ready for the index of the embedder's model. */
  async prepareDocuments(documents: readonly IndexDocument[], embedder: Embedder): Promise<IndexedMemory[]> {
    const analyzed = await this.textWorkers.analyze(documents.map(documentText));
    const passages = documents.flatMap(({ content }, i) =>
      (analyzed[i] ?? []).map((part) => content.slice(part.start, part.end)),
    );
    const embeddings = await embedder.embed(passages);
    const next = embeddings.values();
    return documents.map(({ memoryId, version, type, tags, attributes, createdAt, occurredAt, expiresAt }, i) => ({
      memoryId,
      version,
      type,
      tags,
      attributes,
      createdAt,
      occurredAt,
      expiresAt,
      points: (analyzed[i] ?? []).map((part, passage) => ({
        ...part,
        passage,
        vector: next.next().value ?? new Float32Array(),
      })),
    }));
  }

  /** Those that were prepared for this model are, the others now. */
  private async prepared(documents: readonly IndexDocument[], { id, embedder }: ActiveModel): Promise<IndexedMemory[]> {
    const ahead = await Promise.all(documents.map(async ({ prepared }) => prepared));
    const lacking = documents.filter((_, i) => ahead[i]?.modelId !== id);
    const made = (await this.prepareDocuments(lacking, embedder)).values();
    return documents.flatMap((_, i) => {
      const known = ahead[i];
      const memory = known?.modelId === id ? known.memory : made.next().value;
      return memory === undefined ? [] : [memory];
    });
  }

  private model(id: string | undefined): ActiveModel {
    const model = id === undefined ? this.models.current : this.models.all.find((active) => active.id === id);
    if (model === undefined) throw new Error(`the model ${id ?? ''} is not loaded`);
    return model;
  }
}

function termsOf(words: readonly QueryWord[]): number[] {
  return words.map(({ term }) => term);
}
