import { Injectable } from '@nestjs/common';
import type { ChainMemory } from '@mneme/analysis';
import { MemoryTagsService } from '@mneme/memories';
import { TenantDb, type TenantId } from '@mneme/platform';
import type { ChainScope } from './chain-scope.js';
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
  async sharing(scope: ChainScope, memories: readonly ChainMemory[]): Promise<string[]> {
    await this.count(scope, memories);
    const rare = (name: string): boolean => (scope.counts.get(name) ?? 1) <= RARE;
    const entities = distinct(memories.flatMap(({ features }) => features.entities)).filter(rare);
    const tags = distinct(memories.flatMap((memory) => memory.tags)).filter((tag) => rare(tagged(tag)));
    const [mentioning, carrying] = await Promise.all([
      this.holders(scope.tenant, entities.map(mentionOfEntity), RARE),
      this.tags.holders(scope.tenant, tags, RARE),
    ]);
    return distinct([...mentioning, ...carrying]);
  }

  /** Counts how many memories of the tenant mention each name and carry each tag of these, where that is not known. */
  async count({ tenant, counts }: ChainScope, memories: readonly ChainMemory[]): Promise<void> {
    const entities = distinct(memories.flatMap(({ features }) => features.entities)).filter(
      (name) => !counts.has(name),
    );
    const tags = distinct(memories.flatMap((memory) => memory.tags)).filter((tag) => !counts.has(tagged(tag)));
    const hashes = entities.map(mentionOfEntity);
    const [mentions, carriers] = await Promise.all([
      this.mentioned(tenant, hashes),
      this.tags.counts(tenant, tags, COUNT_UP_TO),
    ]);
    entities.forEach((name, i) => counts.set(name, mentions.get(hashes[i] ?? '') ?? 1));
    for (const tag of tags) counts.set(tagged(tag), carriers.get(tag) ?? 1);
  }

  private async mentioned(tenant: TenantId, hashes: readonly string[]): Promise<Map<string, number>> {
    if (hashes.length === 0) return new Map();
    return this.tenantDb.read(tenant, (tx) => this.mentions.counts(tx, tenant, hashes, COUNT_UP_TO));
  }

  private async holders(tenant: TenantId, mentions: readonly string[], limit: number): Promise<string[]> {
    if (mentions.length === 0) return [];
    const rows = await this.tenantDb.read(tenant, (tx) => this.mentions.holders(tx, tenant, mentions, limit));
    return distinct(rows.map(({ memoryId }) => memoryId));
  }
}

/** A tag among the names that are counted. */
function tagged(tag: string): string {
  return `#${tag.toLowerCase()}`;
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)];
}
