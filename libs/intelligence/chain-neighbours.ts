import { Injectable } from '@nestjs/common';
import type { ChainMemory } from '@mneme/analysis';
import { MemoryTagsService } from '@mneme/memories';
import { TenantDb, type TenantId } from '@mneme/platform';
import { mentionOfEntity, mentionOfMemory } from './mention.js';
import { MentionsRepository } from './mentions.repository.js';

/** A name or tag in more memories than this says little. */
const RARE = 40;
/** Links of one memory that are followed. */
const MOST_LINKS = 20;
/** Counting ends here: beyond it a name or tag is common. */
const COUNT_UP_TO = 200;

/** Memories that belong together because they say so: links, rare names, rare tags. */
@Injectable()
export class ChainNeighbours {
  constructor(
    private readonly tenantDb: TenantDb,
    private readonly mentions: MentionsRepository,
    private readonly tags: MemoryTagsService,
  ) {}

  /** UUIDs of those that these memories link to, and of those that link to them. What is not there stays out later. */
  async linked(tenant: TenantId, memories: readonly ChainMemory[]): Promise<string[]> {
    const named = memories.flatMap(({ links }) => links.map(({ to }) => to));
    const asked = memories.map(({ id }) => mentionOfMemory(id));
    const holders = await this.holders(tenant, asked, MOST_LINKS);
    return [...new Set([...named, ...holders])];
  }

  /** UUIDs of those that share a rare name or tag with these. */
  async sharing(tenant: TenantId, memories: readonly ChainMemory[]): Promise<string[]> {
    const counts = await this.counts(tenant, memories);
    const rare = (name: string): boolean => (counts.get(name) ?? 1) <= RARE;
    const entities = distinct(memories.flatMap(({ features }) => features.entities)).filter(rare);
    const tags = distinct(memories.flatMap((memory) => memory.tags)).filter((tag) => rare(`#${tag.toLowerCase()}`));
    const mentioning = await this.holders(tenant, entities.map(mentionOfEntity), RARE);
    return distinct([...mentioning, ...(await this.tags.holders(tenant, tags, RARE))]);
  }

  /** How many memories of the tenant mention each name and carry each tag (`#tag`) of these. */
  async counts(tenant: TenantId, memories: readonly ChainMemory[]): Promise<Map<string, number>> {
    const entities = distinct(memories.flatMap(({ features }) => features.entities));
    const tags = distinct(memories.flatMap((memory) => memory.tags));
    const hashes = entities.map(mentionOfEntity);
    const mentioned = await this.tenantDb.run(tenant, (tx) => this.mentions.counts(tx, tenant, hashes, COUNT_UP_TO));
    const tagged = await this.tags.counts(tenant, tags, COUNT_UP_TO);
    return new Map([
      ...entities.map((name, i): [string, number] => [name, mentioned.get(hashes[i] ?? '') ?? 1]),
      ...tags.map((tag): [string, number] => [`#${tag.toLowerCase()}`, tagged.get(tag) ?? 1]),
    ]);
  }

  private async holders(tenant: TenantId, mentions: readonly string[], limit: number): Promise<string[]> {
    if (mentions.length === 0) return [];
    const rows = await this.tenantDb.run(tenant, (tx) => this.mentions.holders(tx, tenant, mentions, limit));
    return distinct(rows.map(({ memoryId }) => memoryId));
  }
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)];
}
