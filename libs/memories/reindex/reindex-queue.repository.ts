import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '@mneme/platform/ids';

/** What of a model's index is still to be done. */
export interface ModelBacklog {
  readonly waiting: number;
  /** Of those, the ones that were queued up to the moment asked about. */
  readonly older: number;
  readonly dead: number;
}

const QUEUED = {
  stay: 'DO NOTHING',
  anew: 'DO UPDATE SET due_at = now(), attempts = 0, dead_at = NULL',
} as const;

/** The index queue as those see it who have a model index everything. */
@Injectable()
export class ReindexQueueRepository {
  /**
   * Queues the tenant's next records by id for a model. The planner does not know the limit, and walks the key.
   * @param after the id before them; from the first where null
   * @param queued what becomes of entries that are there already: they stay as they are, or are due at once with all
   *   their attempts
   * @returns how many records were looked at, and the last of them
   */
  async enqueueNext(
    tx: EntityManager,
    tenant: TenantId,
    modelId: string,
    after: string | null,
    limit: number,
    queued: keyof typeof QUEUED,
  ): Promise<{ count: number; last: string | null }> {
    const [row] = await tx.query<{ count: number; last: string | null }[]>(
      `WITH next AS (
         SELECT id, version FROM memories WHERE tenant_id = $1 AND ($3::uuid IS NULL OR id > $3)
          ORDER BY id LIMIT (SELECT $4::bigint)),
       queued AS (
         INSERT INTO index_queue (tenant_id, memory_id, model_id, version, due_at)
         SELECT $1, id, $2, version, now() FROM next ON CONFLICT ON CONSTRAINT index_queue_pk ${QUEUED[queued]})
       SELECT count(*)::int AS count, (array_agg(id ORDER BY id DESC))[1] AS last FROM next`,
      [tenant, modelId, after, limit],
    );
    return row ?? { count: 0, last: null };
  }

  /** @param until entries that were queued up to then are counted as older; none where undefined */
  async backlog(tx: EntityManager, modelId: string, until?: Date): Promise<ModelBacklog> {
    const [row] = await tx.query<ModelBacklog[]>(
      `SELECT count(*) FILTER (WHERE dead_at IS NULL)::int AS waiting, count(dead_at)::int AS dead,
              count(*) FILTER (WHERE dead_at IS NULL AND queued_at <= $2::timestamptz)::int AS older
         FROM index_queue WHERE model_id = $1`,
      [modelId, until ?? null],
    );
    return row ?? { waiting: 0, older: 0, dead: 0 };
  }

  /** Makes what was queued up to a moment due at once, even if a process has it: doing it twice is harmless. */
  async hurry(tx: EntityManager, modelId: string, until: Date): Promise<void> {
    await tx.query(
      'UPDATE index_queue SET due_at = now() WHERE model_id = $1 AND queued_at <= $2 AND dead_at IS NULL',
      [modelId, until],
    );
  }

  /** Entries of one tenant. */
  async countOf(tx: EntityManager, tenant: TenantId, modelId: string): Promise<number> {
    const [row] = await tx.query<{ count: number }[]>(
      'SELECT count(*)::int AS count FROM index_queue WHERE tenant_id = $1 AND model_id = $2',
      [tenant, modelId],
    );
    return row?.count ?? 0;
  }

  /** Forgets what was to be done for a model that is no longer used. */
  async clear(tx: EntityManager, modelId: string): Promise<void> {
    await tx.query('DELETE FROM index_queue WHERE model_id = $1', [modelId]);
  }

  /** The database's clock, which is the same for all processes. */
  async now(tx: EntityManager): Promise<Date> {
    const [row] = await tx.query<{ now: Date }[]>('SELECT clock_timestamp() AS now');
    return row?.now ?? new Date();
  }
}
