import { Injectable } from '@nestjs/common';
import { prepared, TenantDb } from '@mneme/platform/database';
import type { TenantId } from '@mneme/platform/ids';
import { type ChangesSince, type IndexChange, IndexChanges } from '@mneme/retrieval';
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
    const parameters = [tenantId, ...momentParameters(modelId, moment)];
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

/** Three: the model, the snapshot, when it was. */
export function momentParameters(modelId: string | undefined, moment: string | undefined): (string | null)[] {
  const [snapshot, at] = moment?.split('@') ?? [];
  return [modelId ?? null, snapshot ?? null, at ?? null];
}

function changeOf([memoryId, version]: Entry, settled: boolean): IndexChange {
  return { memoryId, version, settled };
}

/** What was set aside in the queue is not awaited by anybody. */
const OPEN = (model: string): string => `index_queue WHERE tenant_id = $1 AND model_id = ${model} AND dead_at IS NULL`;

const SETTLED = (model: string, snapshot: string): string => `
  tenant_id = $1 AND model_id = ${model} AND xid >= pg_snapshot_xmin(${snapshot}::text::pg_snapshot)
  AND NOT pg_visible_in_snapshot(xid, ${snapshot}::text::pg_snapshot)`;

/**
 * Half of the time that rows are kept is the longest that a look may lie back, by the database's clock. A snapshot from before
 * a database was put back to an earlier state is ahead of it.
 */
const LOST = (snapshot: string, at: string): string => `(
  now() > to_timestamp(${at}::float8) + interval '30 minutes'
  OR pg_snapshot_xmax(pg_current_snapshot()) < pg_snapshot_xmax(${snapshot}::text::pg_snapshot))`;

/** SQL: whether anything has changed since a moment, whose three parameters are named; null where there is none. */
export function hasChanged(model: string, snapshot: string, at: string): string {
  return `CASE WHEN ${snapshot}::text IS NOT NULL THEN ${LOST(snapshot, at)}
    OR EXISTS (SELECT FROM ${OPEN(model)})
    OR EXISTS (SELECT FROM index_changes WHERE ${SETTLED(model, snapshot)}) END`;
}

/** The limits are one more than may be named. */
const CHANGES = prepared(`
  SELECT pg_current_snapshot()::text || '@' || extract(epoch FROM now()) AS moment, ${LOST('$3', '$4')} AS lost,
         (SELECT json_agg(json_build_array(memory_id, version)) FROM (
            SELECT memory_id, version FROM ${OPEN('$2')} LIMIT ${MOST_CHANGES + 1}) AS entry) AS open,
         (SELECT json_agg(json_build_array(id, version)) FROM (
            SELECT id, version FROM index_changes CROSS JOIN LATERAL unnest(memory_ids, versions) AS change (id, version)
             WHERE ${SETTLED('$2', '$3')} LIMIT ${MOST_CHANGES + 1}) AS entry) AS settled`);

const SWEEP = `
  DELETE FROM index_changes WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM index_changes WHERE written_at < now() - interval '1 hour' ORDER BY written_at LIMIT (SELECT $1::bigint)))`;
