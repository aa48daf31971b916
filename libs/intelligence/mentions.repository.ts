import { Injectable } from '@nestjs/common';
import type { TenantId } from '@mneme/platform';
import type { EntityManager } from 'typeorm';

/** What memories have in common, as the tables have it: links and names as hashes (see `mention.ts`), and tags. */
export interface Asked {
  readonly links: readonly string[];
  readonly names: readonly string[];
  readonly tags: readonly string[];
}

/** UUIDs of who links to memories, and how many memories hold each name and each tag, in the order asked. */
export interface Counted {
  readonly linking: readonly string[];
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
  /**
   * @param most who link to one memory, the first by id
   * @param upTo counting of a name or tag ends there
   */
  async counts(
    tx: EntityManager,
    tenant: TenantId,
    { links, names, tags }: Asked,
    { most, upTo }: { most: number; upTo: number },
  ): Promise<Counted> {
    const [row] = await tx.query<CountsRow[]>(COUNTS, [tenant, links, names, tags, most, upTo]);
    return { linking: row?.linking ?? [], named: row?.named ?? [], tagged: row?.tagged ?? [] };
  }

  /** At most so many memories of each link, name and tag, the first by id. */
  async holders(
    tx: EntityManager,
    tenant: TenantId,
    { links, names, tags }: Asked,
    { ofLink, ofName }: { ofLink: number; ofName: number },
  ): Promise<Holders> {
    const [row] = await tx.query<Holders[]>(HOLDERS, [tenant, links, names, tags, ofLink, ofName]);
    return row ?? { linking: [], naming: [], carrying: [] };
  }
}

/** Null where none was asked for. */
interface CountsRow {
  readonly linking: readonly string[];
  readonly named: readonly number[] | null;
  readonly tagged: readonly number[] | null;
}

const LINKING = mentioning('$2::bigint[]', '$5');

const COUNTS = `
  SELECT ARRAY(${LINKING}) AS linking,
         (SELECT json_agg((
                   SELECT count(*) FROM (
                     SELECT FROM memory_mentions WHERE tenant_id = $1 AND mention = given.mention LIMIT $6) AS held)
                   ORDER BY given.place)
            FROM unnest($3::bigint[]) WITH ORDINALITY AS given (mention, place)) AS named,
         (SELECT json_agg((
                   SELECT count(*) FROM (
                     SELECT FROM memory_tags WHERE tenant_id = $1 AND tag = given.tag LIMIT $6) AS held)
                   ORDER BY given.place)
            FROM unnest($4::text[]) WITH ORDINALITY AS given (tag, place)) AS tagged`;

const HOLDERS = `
  SELECT ARRAY(${LINKING}) AS linking,
         ARRAY(${mentioning('$3::bigint[]', '$6')}) AS naming,
         ARRAY(
           SELECT DISTINCT held.memory_id FROM unnest($4::text[]) AS given (tag)
            CROSS JOIN LATERAL (
              SELECT memory_id FROM memory_tags WHERE tenant_id = $1 AND tag = given.tag
               ORDER BY memory_id LIMIT $6) AS held
            ORDER BY held.memory_id) AS carrying`;

function mentioning(mentions: string, most: string): string {
  return `
           SELECT held.memory_id FROM unnest(${mentions}) AS given (mention)
            CROSS JOIN LATERAL (
              SELECT memory_id FROM memory_mentions WHERE tenant_id = $1 AND mention = given.mention
               ORDER BY memory_id LIMIT ${most}) AS held`;
}
