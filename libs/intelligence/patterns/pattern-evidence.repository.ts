import { Injectable } from '@nestjs/common';
import type { TenantId } from '@mneme/platform/ids';
import type { EntityManager } from 'typeorm';

/** The texts that patterns show as evidence. */
@Injectable()
export class PatternEvidenceRepository {
  /** The beginnings of these memories, by id; those that are gone are missing. @param characters of each, at most */
  async beginnings(
    tx: EntityManager,
    tenant: TenantId,
    ids: readonly string[],
    characters: number,
  ): Promise<ReadonlyMap<string, string>> {
    const rows = await tx.query<{ id: string; content: string }[]>(BEGINNINGS, [tenant, ids, characters]);
    return new Map(rows.map(({ id, content }) => [id, content]));
  }
}

/** $2 ids, $3 characters. Looked up row by row, whatever the planner knows of the tenant. */
const BEGINNINGS = `
  SELECT m.id, m.content
    FROM (SELECT DISTINCT unnest($2::uuid[]) AS id) AS given
   CROSS JOIN LATERAL (
     SELECT id, left(content, $3) AS content FROM memories WHERE tenant_id = $1 AND id = given.id OFFSET 0) AS m`;
