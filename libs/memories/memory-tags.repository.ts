import { Injectable } from '@nestjs/common';
import type { TenantId } from '@mneme/platform';
import type { EntityManager } from 'typeorm';

/** Which memories carry a tag. */
@Injectable()
export class MemoryTagsRepository {
  /** How many memories carry each tag, counted up to a number: one look into the index for each, and one row. */
  async counts(
    tx: EntityManager,
    tenant: TenantId,
    tags: readonly string[],
    upTo: number,
  ): Promise<Map<string, number>> {
    const [{ counts } = { counts: null }] = await tx.query<{ counts: readonly number[] | null }[]>(
      `SELECT json_agg((SELECT count(*) FROM (
                SELECT FROM memory_tags WHERE tenant_id = $1 AND tag = given.tag LIMIT $3) AS held)
                ORDER BY given.place) AS counts
         FROM unnest($2::text[]) WITH ORDINALITY AS given (tag, place)`,
      [tenant, tags, upTo],
    );
    return new Map(tags.map((tag, i) => [tag, counts?.[i] ?? 0]));
  }

  /** UUIDs of at most so many memories of each tag, the first by id. */
  async holders(tx: EntityManager, tenant: TenantId, tags: readonly string[], limit: number): Promise<string[]> {
    const rows = await tx.query<{ id: string }[]>(
      `SELECT DISTINCT held.memory_id AS id FROM unnest($2::text[]) AS given (tag)
        CROSS JOIN LATERAL (
          SELECT memory_id FROM memory_tags WHERE tenant_id = $1 AND tag = given.tag
           ORDER BY memory_id LIMIT $3) AS held
        ORDER BY id`,
      [tenant, tags, limit],
    );
    return rows.map(({ id }) => id);
  }
}
