import { Injectable } from '@nestjs/common';
import { type ChainMemory, countedTag, MAX_COUNTED } from '@mneme/analysis';
import { TenantDb } from '@mneme/platform/database';
import type { TenantId } from '@mneme/platform/ids';
import type { ChainRequestContext } from './chain-request.context.js';
import { mentionOfEntity, mentionOfMemory } from '../stored-form/mention.hash.js';
import { type Holders, MentionsRepository, type Named } from '../features/mentions.repository.js';

/** A name or tag in more memories than this says little. */
const RARE = 40;
/** Links of one memory that are followed. */
const MAX_LINKS = 20;

/** Memories that belong together because they say so: links, rare names, rare tags. */
@Injectable()
export class LinkedMemories {
  constructor(
    private readonly tenantDb: TenantDb,
    private readonly mentions: MentionsRepository,
  ) {}

  /**
   * UUIDs of what these memories link to, and of what links to them; then of what that is linked to; then of those that
   * share a rare name or tag with these memories, these among them.
   *
   * @param load memories by their UUIDs; what is not there stays out
   */
  async around(
    { tenant }: ChainRequestContext,
    memories: readonly ChainMemory[],
    load: (ids: readonly string[]) => Promise<readonly ChainMemory[]>,
  ): Promise<string[]> {
    const shared = { names: entitiesOf(memories).map(mentionOfEntity), tags: tagsOf(memories) };
    const { linking, naming, carrying } = await this.holders(tenant, memories, shared);
    const once = distinct([...targetsOf(memories), ...linking]);
    const next = await load(once);
    const twice = await this.holders(tenant, next, { names: [], tags: [] });
    return distinct([...once, ...targetsOf(next), ...twice.linking, ...naming, ...carrying]);
  }

  /** Counts how many memories of the tenant mention each name and carry each tag of these, where that is not known. */
  async count({ tenant, counts, countedTags }: ChainRequestContext, memories: readonly ChainMemory[]): Promise<void> {
    const entities = entitiesOf(memories).filter((name) => !counts.has(name));
    const tags = tagsOf(memories).filter((tag) => !countedTags.has(tag));
    if (entities.length + tags.length === 0) return;
    const asked = { names: entities.map(mentionOfEntity), tags };
    const found = await this.tenantDb.read(tenant, (tx) => this.mentions.counts(tx, tenant, asked, MAX_COUNTED));
    entities.forEach((name, i) => counts.set(name, found.named[i] ?? 1));
    tags.forEach((tag, i) => {
      countedTags.add(tag);
      counts.set(countedTag(tag), (counts.get(countedTag(tag)) ?? 0) + (found.tagged[i] ?? 1));
    });
  }

  /** Who links to these memories, and who holds one of these names and tags, if it is rare. */
  private async holders(tenant: TenantId, memories: readonly ChainMemory[], shared: Named): Promise<Holders> {
    if (memories.length === 0) return { linking: [], naming: [], carrying: [] };
    const links = memories.map(({ id }) => mentionOfMemory(id));
    const limits = { ofLink: MAX_LINKS, ofName: RARE };
    return this.tenantDb.read(tenant, (tx) => this.mentions.holders(tx, tenant, links, shared, limits));
  }
}

function entitiesOf(memories: readonly ChainMemory[]): string[] {
  return distinct(memories.flatMap(({ features }) => features.entities));
}

function tagsOf(memories: readonly ChainMemory[]): string[] {
  return distinct(memories.flatMap((memory) => memory.tags));
}

function targetsOf(memories: readonly ChainMemory[]): string[] {
  return memories.flatMap(({ links }) => links.map(({ to }) => to));
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)];
}
