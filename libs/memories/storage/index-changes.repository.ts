import { Injectable } from '@nestjs/common';
import { prepared, TenantDb } from '@mneme/platform/database';
import type { TenantId } from '@mneme/platform/ids';
import { type ChangesSince, IndexChanges } from '@mneme/retrieval';
import type { EntityManager } from 'typeorm';

/** More are not named: to read them again one by one would take longer than to read the tenant. */
const MOST_CHANGES = 1_000;
/** Rows deleted in one transaction. */
const SWEPT = 1_000;

type Entry = readonly [memoryId: string, version: number];

interface Row {
  readonly moment: string;
  readonly lost: boolean | null;
  readonly open: readonly Entry[] | null;
  readonly settled: readonly Entry[] | null;
}

/** What has changed in a tenant's index: the entries that are in the queue, and those that have left it. */
@Injectable()
export class IndexChangesRepository extends IndexChanges {
  constructor(private readonly tenantDb: TenantDb) {
    super();
  }

  async since(tenantId: TenantId, modelId: string, moment?: string): Promise<ChangesSince> {
    const [snapshot, at] = moment?.split('@') ?? [];
    const parameters = [tenantId, modelId, snapshot ?? null, at ?? null];
    const [row] = await this.tenantDb.read(tenantId, (tx) => tx.query<Row[]>(CHANGES, parameters));
    if (row === undefined) throw new Error('a statement without a table has one row');
    const [open, settled] = [row.open ?? [], row.settled ?? []];
    const isLost = row.lost === true || open.length + settled.length > MOST_CHANGES;
    return {
      moment: row.moment,
      changes: isLost
        ? 'unknown'
        : [...settled.map((each) => changeOf(each, true)), ...open.map((each) => changeOf(each, false))],
    };
  }

  /** Deletes what everybody has seen who will ever ask for it. @returns whether there may be more */
  async sweep(tx: EntityManager): Promise<boolean> {
    const [, swept] = await tx.query<[unknown[], number]>(SWEEP, [SWEPT]);
    return swept === SWEPT;
  }
}

function changeOf(
  [memoryId, version]: Entry,
  settled: boolean,
): { memoryId: string; version: number; settled: boolean } {
  return { memoryId, version, settled };
}

/**
 * $3 the snapshot of the look before and $4 when it was, by the database's clock. Half of the time that rows are kept is the
 * longest that a look may lie back. A snapshot from before a database was put back to an earlier state is ahead of it.
 *
 * What was set aside in the queue is not awaited by anybody. The limits are one more than may be named.
 */
const CHANGES = prepared(`
  SELECT pg_current_snapshot()::text || '@' || extract(epoch FROM now()) AS moment,
         now() > to_timestamp($4::float8) + interval '30 minutes'
           OR pg_snapshot_xmax(pg_current_snapshot()) < pg_snapshot_xmax($3::text::pg_snapshot) AS lost,
         (SELECT json_agg(json_build_array(memory_id, version)) FROM (
            SELECT memory_id, version FROM index_queue
             WHERE tenant_id = $1 AND model_id = $2 AND dead_at IS NULL LIMIT ${MOST_CHANGES + 1}) AS entry) AS open,
         (SELECT json_agg(json_build_array(id, version)) FROM (
            SELECT id, version FROM index_changes CROSS JOIN LATERAL unnest(memory_ids, versions) AS change (id, version)
             WHERE tenant_id = $1 AND model_id = $2 AND xid >= pg_snapshot_xmin($3::text::pg_snapshot)
               AND NOT pg_visible_in_snapshot(xid, $3::text::pg_snapshot) LIMIT ${MOST_CHANGES + 1}) AS entry) AS settled`);

const SWEEP = `
  DELETE FROM index_changes WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM index_changes WHERE written_at < now() - interval '1 hour' ORDER BY written_at LIMIT (SELECT $1::bigint)))`;
