import { Injectable } from '@nestjs/common';
import { decodeCursor, encodeCursor } from '@mneme/platform/answers';
import { TenantDb } from '@mneme/platform/database';
import type { TenantId } from '@mneme/platform/ids';
import { spelled, tagField } from '../storage/tags.js';
import { type TagCount, TagListRepository } from './tag-list.repository.js';

/** One page of a tenant's tags. */
export interface TagPage {
  readonly tags: readonly TagCount[];
  readonly nextCursor: string | undefined;
}

/** What a request says of the tags that it means. */
export interface TagRequest {
  readonly prefix?: string;
  readonly limit?: number;
  readonly cursor?: string;
}

const DEFAULT_LIMIT = 50;
const anyTag = tagField();

/** Lists the tags that memories carry. */
@Injectable()
export class TagListService {
  constructor(
    private readonly tenantDb: TenantDb,
    private readonly list: TagListRepository,
  ) {}

  /** @throws DomainError validation where the cursor is none */
  async page(tenant: TenantId, { prefix = '', limit = DEFAULT_LIMIT, cursor }: TagRequest): Promise<TagPage> {
    const after = cursor === undefined ? '' : tagOf(cursor);
    // One more than the page: whether another follows is seen.
    const window = { prefix: spelled(prefix), after, limit: limit + 1 };
    const found = await this.tenantDb.read(tenant, (tx) => this.list.page(tx, tenant, window));
    const tags = found.slice(0, limit);
    const last = tags.at(-1);
    return { tags, nextCursor: found.length > limit && last ? encodeCursor([last.tag]) : undefined };
  }
}

function tagOf(cursor: string): string {
  return decodeCursor(cursor, ([tag]) => (anyTag.faults(tag, 'cursor').length === 0 ? (tag as string) : undefined));
}
