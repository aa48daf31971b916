import { Injectable } from '@nestjs/common';
import { type ChainMemory, MOST_COUNTED } from '@mneme/analysis';
import { TenantDb } from '@mneme/platform';
import type { ChainScope } from './chain-scope.js';
import { mentionOfEntity, mentionOfMemory } from './mention.js';
import { MentionsRepository } from './mentions.repository.js';

/** A name or tag in more memories than this says little. */
const RARE = 40;
/** Links of one memory that are followed. */
const MOST_LINKS = 20;

/** Memories that belong together because they say so: links, rare names, rare tags. */
@Injectable()
export class ChainNeighbours {
  constructor(
    private readonly tenantDb: TenantDb,
    private readonly mentions: MentionsRepository,
  ) {}

  /**
   * UUIDs of those that these memories link to, and of those that link to them; what is not there stays out later.
   * Counts how common their names and tags are as well.
   */
  async linked(scope: ChainScope, memories: readonly ChainMemory[]): Promise<string[]> {
    return distinct([...targetsOf(memories), ...(await this.look(scope, memories, linksTo(memories)))]);
  }

  /**
   * UUIDs as `linked` of memories, and of those that share a rare name or tag with others.
   * @param sharing their names and tags are counted
   */
  async around(
    { tenant, counts }: ChainScope,
    linked: readonly ChainMemory[],
    sharing: readonly ChainMemory[],
  ): Promise<string[]> {
    const rare = (name: string): boolean => (counts.get(name) ?? 1) <= RARE;
    const names = entitiesOf(sharing).filter(rare).map(mentionOfEntity);
    const tags = tagsOf(sharing).filter((tag) => rare(tagged(tag)));
    const asked = { links: linksTo(linked), names, tags };
    const targets = targetsOf(linked);
    if (asked.links.length + names.length + tags.length === 0) return distinct(targets);
    const limits = { ofLink: MOST_LINKS, ofName: RARE };
    const { linking, naming, carrying } = await this.tenantDb.read(tenant, (tx) =>
      this.mentions.holders(tx, tenant, asked, limits),
    );
    return distinct([...targets, ...linking, ...naming, ...carrying]);
  }

  /** Counts how many memories of the tenant mention each name and carry each tag of these, where that is not known. */
  async count(scope: ChainScope, memories: readonly ChainMemory[]): Promise<void> {
    await this.look(scope, memories, []);
  }

  /** @returns UUIDs of those that hold the links */
  private async look(
    { tenant, counts }: ChainScope,
    memories: readonly ChainMemory[],
    links: readonly string[],
  ): Promise<readonly string[]> {
    const entities = entitiesOf(memories).filter((name) => !counts.has(name));
    const tags = tagsOf(memories).filter((tag) => !counts.has(tagged(tag)));
    if (links.length + entities.length + tags.length === 0) return [];
    const asked = { links, names: entities.map(mentionOfEntity), tags };
    const limits = { most: MOST_LINKS, upTo: MOST_COUNTED };
    const found = await this.tenantDb.read(tenant, (tx) => this.mentions.counts(tx, tenant, asked, limits));
    entities.forEach((name, i) => counts.set(name, found.named[i] ?? 1));
    tags.forEach((tag, i) => counts.set(tagged(tag), found.tagged[i] ?? 1));
    return found.linking;
  }
}

function entitiesOf(memories: readonly ChainMemory[]): string[] {
  return distinct(memories.flatMap(({ features }) => features.entities));
}

function tagsOf(memories: readonly ChainMemory[]): string[] {
  return distinct(memories.flatMap((memory) => memory.tags));
}

/** What those hold that link to these. */
function linksTo(memories: readonly ChainMemory[]): string[] {
  return memories.map(({ id }) => mentionOfMemory(id));
}

function targetsOf(memories: readonly ChainMemory[]): string[] {
  return memories.flatMap(({ links }) => links.map(({ to }) => to));
}

/** A tag among the names that are counted. */
function tagged(tag: string): string {
  return `#${tag.toLowerCase()}`;
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)];
}
