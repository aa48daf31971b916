import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '@mneme/platform';
import type { Surroundings } from '@mneme/retrieval';

interface Row {
  readonly memoryId: string;
  readonly speaker: string | null;
  readonly previousId: string | null;
  readonly nextId: string | null;
}

/** Who said a memory, and what stands beside it in its session: the order there is createdAt, then id. */
@Injectable()
export class MemorySurroundingsRepository {
  /** Of those memories that have a session or a speaker. */
  async of(tx: EntityManager, tenant: TenantId, ids: readonly string[]): Promise<Surroundings[]> {
    const rows = await tx.query<Row[]>(SURROUNDINGS, [tenant, ids]);
    return rows.map(({ memoryId, speaker, previousId, nextId }) => ({
      memoryId,
      speaker: speaker ?? undefined,
      previousId: previousId ?? undefined,
      nextId: nextId ?? undefined,
    }));
  }
}

const beside = (comparison: '<' | '>', order: 'ASC' | 'DESC'): string => `
  (SELECT n.id FROM memories n
    WHERE n.tenant_id = $1 AND n.session_id = m.session_id AND (n.created_at, n.id) ${comparison} (m.created_at, m.id)
    ORDER BY n.created_at ${order}, n.id ${order} LIMIT 1)`;

const SURROUNDINGS = `
  SELECT m.id AS "memoryId", m.speaker, ${beside('<', 'DESC')} AS "previousId", ${beside('>', 'ASC')} AS "nextId"
    FROM memories m
   WHERE m.tenant_id = $1 AND m.id = ANY ($2::uuid[]) AND (m.session_id IS NOT NULL OR m.speaker IS NOT NULL)`;
