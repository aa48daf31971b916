import { Injectable } from '@nestjs/common';
import type { TenantId } from '@mneme/platform';
import type { EntityManager } from 'typeorm';

export interface MentionRow {
  readonly mention: string;
  readonly memoryId: string;
}

/** Who mentions a name or links to a memory. */
@Injectable()
export class MentionsRepository {
  /** How many memories hold each mention, counted up to a number: one look into the index for each, and one row. */
  async counts(
    tx: EntityManager,
    tenant: TenantId,
    mentions: readonly string[],
    upTo: number,
  ): Promise<Map<string, number>> {
    const [{ counts } = { counts: null }] = await tx.query<CountsRow[]>(COUNTS, [tenant, mentions, upTo]);
    return new Map(mentions.map((mention, i) => [mention, counts?.[i] ?? 0]));
  }

  /** At most so many memories of each mention, the first by id. */
  async holders(
    tx: EntityManager,
    tenant: TenantId,
    mentions: readonly string[],
    limit: number,
  ): Promise<MentionRow[]> {
    return tx.query<MentionRow[]>(HOLDERS, [tenant, mentions, limit]);
  }
}

/** In the order of the mentions. */
interface CountsRow {
  readonly counts: readonly number[] | null;
}

const COUNTS = `
  SELECT json_agg((
           SELECT count(*) FROM (
             SELECT FROM memory_mentions WHERE tenant_id = $1 AND mention = given.mention LIMIT $3) AS held)
           ORDER BY given.place) AS counts
    FROM unnest($2::bigint[]) WITH ORDINALITY AS given (mention, place)`;

const HOLDERS = `
  SELECT given.mention::text AS mention, held.memory_id AS "memoryId" FROM unnest($2::bigint[]) AS given (mention)
   CROSS JOIN LATERAL (
     SELECT memory_id FROM memory_mentions WHERE tenant_id = $1 AND mention = given.mention
      ORDER BY memory_id LIMIT $3) AS held`;
