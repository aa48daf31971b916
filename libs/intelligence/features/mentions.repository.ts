import { Injectable } from '@nestjs/common';
import type { TenantId } from '@mneme/platform/ids';
import type { EntityManager } from 'typeorm';

/** What memories have in common, as the tables have it: names as hashes (see `mention.ts`), and tags. */
export interface Named {
  readonly names: readonly string[];
  readonly tags: readonly string[];
}

/** How many memories hold each name and each tag, in the order asked. */
export interface Counted {
  readonly named: readonly number[];
  readonly tagged: readonly number[];
}

/** UUIDs of who links to memories, mentions names and carries tags; of each kind one after the other. */
export interface Holders {
  readonly linking: readonly string[];
  readonly naming: readonly string[];
  readonly carrying: readonly string[];
}

/** Who mentions a name, carries a tag or links to a memory: one look into an index for each, all in one statement. */
@Injectable()
export class MentionsRepository {
  /** @param upTo counting of a name or tag ends there */
  async counts(tx: EntityManager, tenant: TenantId, { names, tags }: Named, upTo: number): Promise<Counted> {
    const [row] = await tx.query<CountsRow[]>(COUNTS, [tenant, names, tags, upTo]);
    return { named: row?.named ?? [], tagged: row?.tagged ?? [] };
  }

  /**
   * @param links to memories, as hashes like names; who holds one, the first `ofLink` by id
   * @param named names and tags; who holds one of them, without those that more than `ofName` memories hold
   */
  async holders(
    tx: EntityManager,
    tenant: TenantId,
    links: readonly string[],
    { names, tags }: Named,
    { ofLink, ofName }: { ofLink: number; ofName: number },
  ): Promise<Holders> {
    const [row] = await tx.query<Holders[]>(HOLDERS, [tenant, links, names, tags, ofLink, ofName]);
    return row ?? { linking: [], naming: [], carrying: [] };
  }
}

/** Null where none was asked for. */
interface CountsRow {
  readonly named: readonly number[] | null;
  readonly tagged: readonly number[] | null;
}

const COUNTS = `
  SELECT (SELECT json_agg((
                   SELECT count(*) FROM (
                     SELECT FROM memory_mentions WHERE tenant_id = $1 AND mention = given.mention LIMIT $4) AS held)
                   ORDER BY given.place)
            FROM unnest($2::bigint[]) WITH ORDINALITY AS given (mention, place)) AS named,
         (SELECT json_agg((
                   SELECT count(*) FROM (
                     SELECT FROM memory_tags WHERE tenant_id = $1 AND tag = given.tag LIMIT $4) AS held)
                   ORDER BY given.place)
            FROM unnest($3::text[]) WITH ORDINALITY AS given (tag, place)) AS tagged`;

const HOLDERS = `
  SELECT ARRAY(
           SELECT held.memory_id FROM unnest($2::bigint[]) AS given (mention)
            CROSS JOIN LATERAL (
              SELECT memory_id FROM memory_mentions WHERE tenant_id = $1 AND mention = given.mention
               ORDER BY memory_id LIMIT $5) AS held) AS linking,
         ARRAY(${ofRare('memory_mentions', 'mention', '$3::bigint[]')}) AS naming,
         ARRAY(SELECT DISTINCT memory_id FROM (${ofRare('memory_tags', 'tag', '$4::text[]')}) AS carrier
                ORDER BY memory_id) AS carrying`;

/** Who holds one of the things given, without those that more than $6 memories hold. */
function ofRare(table: string, column: string, given: string): string {
  return `
           SELECT unnest(held.ids) AS memory_id FROM unnest(${given}) AS given (${column})
            CROSS JOIN LATERAL (
              SELECT array_agg(found.memory_id ORDER BY found.memory_id) AS ids FROM (
                SELECT memory_id FROM ${table} WHERE tenant_id = $1 AND ${column} = given.${column}
                 LIMIT $6::integer + 1) AS found) AS held
            WHERE cardinality(held.ids) <= $6::integer`;
}
