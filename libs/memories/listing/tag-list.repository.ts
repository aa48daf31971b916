import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '@mneme/platform/ids';

/** A tag, and how many memories carry it. */
export interface TagCount {
  readonly tag: string;
  readonly count: number;
}

/** Which tags. */
export interface TagWindow {
  /** What they begin with; empty: with anything. */
  readonly prefix: string;
  /** They come after this one; empty: after none. */
  readonly after: string;
  readonly limit: number;
}

/** The tags of a tenant, in the order of their code points. */
@Injectable()
export class TagListRepository {
  /**
   * From tag to tag in the index, each looked up behind the one before: what is read are the entries of the tags of the
   * page, however many others there are. Counts are exact; what has expired does not count, and a tag that nothing else
   * carries is passed over.
   */
  async page(tx: EntityManager, tenant: TenantId, { prefix, after, limit }: TagWindow): Promise<TagCount[]> {
    return tx.query<TagCount[]>(
      `WITH RECURSIVE walk (tag, count, listed) AS (
         SELECT $3::text COLLATE "C", 0, 0
         UNION ALL
         SELECT next.tag, held.count, walk.listed + (held.count > 0)::int
           FROM walk
          CROSS JOIN LATERAL (
            SELECT tag FROM memory_tags WHERE tenant_id = $1 AND tag > walk.tag AND tag >= $2 ORDER BY tag LIMIT 1)
            AS next
          CROSS JOIN LATERAL (
            SELECT count(*)::int AS count FROM memory_tags
             WHERE tenant_id = $1 AND tag = next.tag AND memory_id NOT IN (SELECT unnest(${EXPIRED}))) AS held
          WHERE walk.listed < $4 AND starts_with(next.tag, $2))
       SELECT tag, count FROM walk WHERE count > 0 ORDER BY tag`,
      [tenant, prefix, after, limit],
    );
  }
}

/** Read once. The planner expects ten entries of an array, whatever it believes of the table, and so it hashes them. */
const EXPIRED = 'ARRAY(SELECT memory_id FROM memory_expiries WHERE tenant_id = $1 AND expires_at <= now())';
