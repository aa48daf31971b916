import { Injectable } from '@nestjs/common';
import type { TenantId } from '@mneme/platform';
import { RetrievalService } from '@mneme/retrieval';

/** From each channel: more bring nothing to a decision, fewer lose its ends. */
const EACH_CHANNEL = 200;
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
    const { vector, hits } = await this.retrieval.around(tenant, topic, EACH_CHANNEL, filterOf(storedBy));
    return { vector, relevance: new Map(hits.map((hit) => [hit.memoryId, hit.relevance])) };
  }

  /** UUIDs of the memories that are most like this text, the likest first. @throws DomainError as above */
  async like(tenant: TenantId, content: string, storedBy?: Date): Promise<string[]> {
    const { hits } = await this.retrieval.around(tenant, content, EACH_LIKE, filterOf(storedBy));
    return hits.map(({ memoryId }) => memoryId);
  }
}

function filterOf(storedBy: Date | undefined): { createdTo?: Date } {
  return storedBy === undefined ? {} : { createdTo: storedBy };
}
