import { Injectable } from '@nestjs/common';
import { topicWordsOf, type Topic } from '@mneme/analysis';
import { IndexAdminService } from '@mneme/memories';
import { ConcurrencyLimiter } from '@mneme/platform/concurrency';
import type { TenantId } from '@mneme/platform/ids';
import { RetrievalService } from '@mneme/retrieval';
import { AnalysisWorkers } from '../workers/analysis.workers.js';
import { ChainMemoryCache } from './chain-memory.cache.js';
import { LinkedMemories } from './linked-memories.js';
import { CandidateMemories } from './candidate-memories.js';
import { TopicSearch } from './topic-search.js';
import { ChainRequestContext } from './chain-request.context.js';
import { ChainJudgementService } from './chain-judgement.service.js';
import { type DecisionChains, type Frame, type GatheredChains, taskOf } from './gathered-chains.js';
import type { DecisionChainDto } from '../dto/decision-chain.dto.js';
import { FEATURES_WAIT_MS, missingFeatures } from '../features/missing-features.js';
import { RequestedDecision } from './requested-decision.js';
import { RolePrototypeVectors } from './role-prototypes.js';
import { TenantBaseline } from './tenant-baseline.js';
import { timeRangeOf } from './time-range.field.js';

/** What is read for one takes some megabytes, and their one thread some 10 of them a second. */
const LIMITS = { all: 32, ofOne: 12 };
export const TOO_MANY_CHAINS = `too many analyses: a tenant can have ${LIMITS.ofOne} chains waiting or under way, all together ${LIMITS.all}`;

/** A request whose memories are to be gathered. */
interface Prepared {
  readonly context: ChainRequestContext;
  readonly frame: Frame;
}

/** Gathers the memories that may tell of a decision, and has the chains made of them. */
@Injectable()
export class DecisionChainService {
  private readonly limiter = new ConcurrencyLimiter(LIMITS, TOO_MANY_CHAINS);

  constructor(
    private readonly indexAdmin: IndexAdminService,
    private readonly retrieval: RetrievalService,
    private readonly requested: RequestedDecision,
    private readonly topicSearch: TopicSearch,
    private readonly candidates: CandidateMemories,
    private readonly cache: ChainMemoryCache,
    private readonly linked: LinkedMemories,
    private readonly baseline: TenantBaseline,
    private readonly roles: RolePrototypeVectors,
    private readonly workers: AnalysisWorkers,
    private readonly judgement: ChainJudgementService,
  ) {}

  /**
   * The same memories, topic and asOf give the same answer, unless a language model judges them.
   * @throws DomainError validation where it asks for no decision; notFound where it names one that is not there;
   *   externalService where the embedding model or the vector index does not answer; rateLimited where
   *   too many are waiting; unavailable where it takes too long or too much memory
   */
  async reconstruct(tenant: TenantId, request: DecisionChainDto): Promise<DecisionChains> {
    const gather = (): Promise<GatheredChains> => this.limiter.run(tenant, () => this.reconstructNow(tenant, request));
    // Outside of the limit: who waits for a language model keeps out no one who does not.
    const { timeRange } = request;
    const gathered = await gather();
    const { topic, decisionId: decision } = gathered.frame;
    return this.judgement.judged(gathered, { topic: topic.text, decision, timeRange }, gather);
  }

  private async reconstructNow(tenant: TenantId, request: DecisionChainDto): Promise<GatheredChains> {
    const [modelId = ''] = this.retrieval.modelIds;
    const isCurrent = (): boolean => this.retrieval.modelIds[0] === modelId;
    const gathered = await this.reconstructWith(tenant, modelId, request).catch((error: unknown) => {
      if (isCurrent()) throw error;
    });
    // Vectors of two models would have been compared.
    if (gathered !== undefined && isCurrent()) return gathered;
    return this.reconstructWith(tenant, this.retrieval.modelIds[0] ?? '', request);
  }

  /** Where a memory has changed since this process read it, all are asked for before they are taken. */
  private async reconstructWith(tenant: TenantId, modelId: string, request: DecisionChainDto): Promise<GatheredChains> {
    for (let trusts = true; ; trusts = false) {
      const gathered = await this.attempt(await this.prepare(tenant, modelId, request, trusts), request);
      if (gathered !== undefined) return gathered;
    }
  }

  /** What was trusted is asked for while the thread is at work. @returns nothing where that is not as it was remembered */
  private async attempt({ context, frame }: Prepared, request: DecisionChainDto): Promise<GatheredChains | undefined> {
    const named = frame.decisionId === undefined ? [] : [frame.decisionId];
    const first = await this.candidates.ofTopic(context, request.timeRange, named);
    // The first look does not ask how common names are; most names of the second look are known from it.
    const [likely, isSame] = await Promise.all([
      named.length > 0 ? named : this.workers.likelyDecisions(taskOf(context, frame, first)),
      this.cache.confirm(context),
      this.linked.count(context, first),
    ]);
    if (!isSame) return undefined;
    const pool = await this.candidates.ofDecisions(context, first, new Set(likely), request.timeRange);
    await this.linked.count(context, pool);
    const [{ report, mermaid }, isStillSame] = await Promise.all([
      this.workers.chains(taskOf(context, frame, pool)),
      this.cache.confirm(context),
    ]);
    if (!isStillSame) return undefined;
    const { asOf, modelId, missing } = context;
    const warnings = missingFeatures(missing);
    const chains = { report, mermaid, asOf, modelId, considered: pool.length, warnings };
    return { context, frame, memories: pool, chains };
  }

  /** What is asked about, and what the topic brings. @param trusts whether remembered memories are taken as they are */
  private async prepare(
    tenant: TenantId,
    modelId: string,
    request: DecisionChainDto,
    trusts: boolean,
  ): Promise<Prepared> {
    await this.indexAdmin.settleTenant(tenant, FEATURES_WAIT_MS);
    const storedBy = request.asOf === undefined ? undefined : new Date(request.asOf);
    const asOf = storedBy ?? new Date();
    const { topic: text, ...named } = await this.requested.of(tenant, request);
    const [{ tenantSize, background }, prototypes, topic] = await Promise.all([
      this.tenantAsAWhole(tenant, modelId),
      this.roles.of(modelId),
      this.topicOf(modelId, text),
    ]);
    const { centre } = background;
    const { metadata } = request;
    const from = { tenant, modelId, centre, storedBy, metadata };
    const relevance = await this.topicSearch.forTopic(from, topic.text, topic.vector);
    const context = new ChainRequestContext(tenant, modelId, asOf, storedBy, centre, relevance, trusts, metadata);
    const range = request.timeRange === undefined ? {} : { timeRange: timeRangeOf(request.timeRange) };
    const frame: Frame = { topic, ...named, background, prototypes, tenantSize, asOf: asOf.getTime(), ...range };
    return { context, frame };
  }

  /** As it is today, regardless of `asOf`: a count of what was stored by then would read the whole tenant. */
  private async tenantAsAWhole(tenant: TenantId, modelId: string): Promise<Pick<Frame, 'tenantSize' | 'background'>> {
    const tenantSize = await this.indexAdmin.records(tenant);
    return { tenantSize, background: await this.baseline.of(tenant, modelId, tenantSize) };
  }

  /** Where the model does not answer its vector fails first. */
  private async topicOf(modelId: string, text: string): Promise<Topic> {
    const words = topicWordsOf(text);
    const [vector, vectors] = await Promise.all([
      this.retrieval.queryVector(modelId, text),
      this.retrieval.embed(words),
    ]);
    return { text, vector, words: words.map((word, i) => ({ word, vector: vectors[i] ?? new Float32Array() })) };
  }
}
