import { Injectable } from '@nestjs/common';
import { type ChainMemory, centredOn } from '@mneme/analysis';
import type { TenantId } from '@mneme/platform/ids';
import { memoryFilter, type MetadataFilter } from '@mneme/memories';
import { RetrievalService } from '@mneme/retrieval';

/** From each channel: more bring nothing to a decision, fewer lose its ends. */
const EACH_CHANNEL = 200;
/** From each channel, for what is like a decision. */
const EACH_LIKE = 40;

/** Where proposals are looked for; of a `ChainRequestContext`. */
export interface Lookout {
  readonly tenant: TenantId;
  readonly modelId: string;
  /** Of the tenant's vectors. What all memories have in common is not looked for: it would bring those that say nothing in particular. */
  readonly centre: Float32Array;
  /** Later ones are left out; if absent, none are, which saves the index a look at each. */
  readonly storedBy: Date | undefined;
  /** Only memories with this metadata. */
  readonly metadata: MetadataFilter | undefined;
}

/** Memories that may have to do with a topic. */
@Injectable()
export class TopicSearch {
  constructor(private readonly retrieval: RetrievalService) {}

  /**
   * @param vector of the topic
   * @returns how relevant each memory is, in [0, 1], by UUID, the highest first: to be compared, not a probability
   * @throws DomainError externalService where the vector index does not answer
   */
  async forTopic(from: Lookout, topic: string, vector: Float32Array): Promise<ReadonlyMap<string, number>> {
    const hits = await this.around(from, topic, vector, EACH_CHANNEL);
    return new Map(hits.map((hit) => [hit.memoryId, hit.relevance]));
  }

  /** UUIDs of the memories that are most like this one, the likest first. @throws DomainError as above */
  async like(from: Lookout, { content, vector }: ChainMemory): Promise<string[]> {
    const hits = await this.around(from, content, vector, EACH_LIKE);
    return hits.map(({ memoryId }) => memoryId);
  }

  private async around(from: Lookout, query: string, own: Float32Array, each: number) {
    const { tenant, modelId, centre, storedBy, metadata } = from;
    const { attributes = [] } = memoryFilter(metadata === undefined ? {} : { metadata });
    const filter = { ...(storedBy && { createdTo: storedBy }), ...(attributes.length > 0 && { attributes }) };
    return this.retrieval.around(tenant, { modelId, query, vector: centredOn(centre, own), each, filter });
  }
}
