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
  /** How many memories hold each mention, counted up to a number: one look into the index for each. */
  async counts(
    tx: EntityManager,
    tenant: TenantId,
    mentions: readonly string[],
    upTo: number,
  ): Promise<Map<string, number>> {
    const rows = await tx.query<{ mention: string; memories: number }[]>(COUNTS, [tenant, mentions, upTo]);
    return new Map(rows.map(({ mention, memories }) => [mention, memories]));
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

const COUNTS = `
  SELECT given.mention::text AS mention, (
           SELECT count(*)::int FROM (
             SELECT FROM memory_mentions WHERE tenant_id = $1 AND mention = given.mention LIMIT $3) AS held) AS memories
    FROM unnest($2::bigint[]) AS given (mention)`;

const HOLDERS = `
  SELECT given.mention::text AS mention, held.memory_id AS "memoryId" FROM unnest($2::bigint[]) AS given (mention)
   CROSS JOIN LATERAL (
     SELECT memory_id FROM memory_mentions WHERE tenant_id = $1 AND mention = given.mention
      ORDER BY memory_id LIMIT $3) AS held`;
