import { Injectable } from '@nestjs/common';
import { DomainError, type TenantId } from '@mneme/platform';
import { RetrievalService } from '@mneme/retrieval';

/** From each channel: more bring nothing to a decision, fewer lose its ends. */
const EACH_CHANNEL = 200;
/** `RetrievalService` asks for so many more than the limit. */
const SLACK = 20;
/** From each channel, for what is like a decision. */
const EACH_LIKE = 60;

/** What retrieval proposes for a topic. */
export interface TopicProposals {
  readonly vector: Float32Array;
  /** The probability in [0, 1] that each memory answers the topic, by UUID; the highest first. */
  readonly relevance: ReadonlyMap<string, number>;
}

/** Memories that may have to do with a topic. */
@Injectable()
export class ChainProposals {
  constructor(private readonly retrieval: RetrievalService) {}

  /**
   * @param storedBy later ones are left out; whatever there is where absent, which saves the index a look at each
   * @throws DomainError externalService where the embedding model or the vector index does not answer
   */
  async forTopic(tenant: TenantId, topic: string, storedBy?: Date): Promise<TopicProposals> {
    const request = { query: topic, limit: EACH_CHANNEL - SLACK, filter: filterOf(storedBy) };
    const candidates = await this.retrieval.candidates(tenant, request);
    if (candidates.vector === undefined) throw DomainError.externalService('the embedding model does not answer');
    const all = { ...candidates, request: { ...request, limit: 2 * EACH_CHANNEL } };
    const ranked = this.retrieval.rank(all);
    const relevance = new Map(ranked.map((hit) => [hit.memoryId, hit.relevance]));
    return { vector: candidates.vector, relevance };
  }

  /** UUIDs of the memories that are most like this text, the likest first. @throws DomainError as above */
  async like(tenant: TenantId, content: string, storedBy?: Date): Promise<string[]> {
    const request = { query: content, limit: EACH_LIKE - SLACK, filter: filterOf(storedBy) };
    const candidates = await this.retrieval.candidates(tenant, request);
    const all = { ...candidates, request: { ...request, limit: 2 * EACH_LIKE } };
    return this.retrieval.rank(all).map(({ memoryId }) => memoryId);
  }
}

function filterOf(storedBy: Date | undefined): { createdTo?: Date } {
  return storedBy === undefined ? {} : { createdTo: storedBy };
}
