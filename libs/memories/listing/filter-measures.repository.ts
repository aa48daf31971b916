import type { TenantId } from '@mneme/platform/ids';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import {
  countOfLabel,
  filteredRows,
  labelGroups,
  type LabelGroup,
  type Lead,
  ledRows,
  LOOKUP_COST,
  type ListFilter,
} from './filtered-rows.js';
import type { MemoryFilter } from './memory-filter.js';
import { SqlParameters } from './sql-parameters.js';

/** This many look-ups are cheap, however few memories there are. */
const FEW = 100;

/** How many memories a filter means, and of which state of the tenant that is. */
export interface CountedState {
  readonly total: number;
  readonly state: string;
}

/** Counts what a filter means, and finds out how it is best read. */
@Injectable()
export class FilterMeasuresRepository {
  /** Finds out whether anything leads to few memories: once for the pages and the total of a filter. */
  async narrowed(tx: EntityManager, tenant: TenantId, filter: MemoryFilter): Promise<ListFilter> {
    const leads = leadsOf(filter);
    const [first] = leads;
    if (first === undefined) return filter;
    if (first.kind === 'ids' || first.kind === 'externalIds') return { ...filter, few: first };
    const parameters = new SqlParameters();
    const [row] = await tx.query<ReachRow[]>(reachSql(parameters, tenant, filter, leads), parameters.values);
    const { most = 0, size = 0, counts = [] } = row ?? {};
    const fewest = Math.min(...counts);
    const few = fewest <= most ? leads[counts.indexOf(fewest)] : undefined;
    const along = few ?? (isLabelAlone(filter) ? first : undefined);
    return { ...filter, few, reach: fewest, size, along: isAttribute(along) ? along.labels[0] : undefined };
  }

  /** Exact. Without tags, metadata and dates it is kept, not counted; for one tag or attribute alone only an index is read. */
  async total(tx: EntityManager, tenant: TenantId, filter: ListFilter): Promise<number> {
    const parameters = new SqlParameters();
    parameters.add(tenant);
    const [row] = await tx.query<{ total: number }[]>(
      `SELECT ${totalSql(parameters, filter)} AS total`,
      parameters.values,
    );
    return row?.total ?? 0;
  }

  /** The total together with the state that it is of. */
  async counted(tx: EntityManager, tenant: TenantId, filter: ListFilter): Promise<CountedState> {
    const parameters = new SqlParameters();
    parameters.add(tenant);
    const [row] = await tx.query<CountedState[]>(
      `SELECT ${totalSql(parameters, filter)} AS total, ${STATE} AS state`,
      parameters.values,
    );
    return row ?? { total: 0, state: '' };
  }

  /** Another one after every change of the tenant's memories, and whenever the time of one of them is over. */
  async state(tx: EntityManager, tenant: TenantId): Promise<string> {
    const [row] = await tx.query<{ state: string }[]>(`SELECT ${STATE} AS state`, [tenant]);
    return row?.state ?? '';
  }
}

/** Whether the total of a filter is kept, and nothing has to be counted. */
export function isKept(filter: MemoryFilter): boolean {
  return isByLabelsAlone(filter) && labelGroups(filter).length === 0;
}

/** Every write of memories writes a row of their totals, which then is of another transaction, in another place. */
const STATE = `(
  SELECT coalesce(encode(sha256(convert_to(string_agg(t.xmin || ' ' || t.ctid, ',' ORDER BY t.type, t.slot), 'UTF8')),
                         'base64'), '')
    FROM memory_totals t WHERE t.tenant_id = $1)
  || ' ' || (SELECT count(*) FROM memory_expiries e WHERE e.tenant_id = $1 AND e.expires_at <= now())`;

interface ReachRow {
  /** Memories of the type. */
  readonly size: number;
  /** Up to this number, memories are few. */
  readonly most: number;
  /** Of each lead; one more than `most` where there are more. */
  readonly counts: readonly number[];
}

/** Those that name memories come first: nothing can lead to fewer. */
function leadsOf(filter: MemoryFilter): Lead[] {
  const { ids, externalIds, occurredFrom, occurredTo } = filter;
  return [
    ...(ids === undefined ? [] : [{ kind: 'ids' } as const]),
    ...(externalIds === undefined ? [] : [{ kind: 'externalIds' } as const]),
    ...labelGroups(filter),
    ...(occurredFrom === undefined && occurredTo === undefined ? [] : [{ kind: 'occurred' } as const]),
  ];
}

function reachSql(parameters: SqlParameters, tenant: TenantId, filter: MemoryFilter, leads: readonly Lead[]): string {
  const [, type] = [parameters.add(tenant), parameters.add(filter.type ?? null)];
  const [few, cost] = [parameters.add(FEW), parameters.add(LOOKUP_COST)];
  const counts = leads.map(
    (lead) =>
      `(SELECT count(*)::int FROM (${ledRows(parameters, filter, lead, '(SELECT most + 1 FROM tenant)')}) AS led)`,
  );
  return `
    WITH tenant AS MATERIALIZED (
      SELECT size, size / ${cost}::int + ${few}::int AS most
        FROM (SELECT coalesce(sum(memories), 0)::int AS size
                FROM memory_totals WHERE tenant_id = $1 AND (${type}::text IS NULL OR type = ${type})) AS held)
    SELECT size, most, ARRAY[${counts.join(', ')}] AS counts FROM tenant`;
}

/** An expression. $1 is the tenant. */
function totalSql(parameters: SqlParameters, filter: ListFilter): string {
  if (isKept(filter)) return keptTotal(parameters.add(filter.type ?? null));
  const [group] = labelGroups(filter);
  const [label] = group?.labels ?? [];
  if (group !== undefined && label !== undefined && isLabelAlone(filter)) {
    return countOfLabel(group, parameters.add(label));
  }
  return `(SELECT count(*) ${filteredRows(parameters, filter)})::int`;
}

/** Those that have expired are kept in the totals until they are deleted. */
function keptTotal(type: string): string {
  const ofType = `tenant_id = $1 AND (${type}::text IS NULL OR type = ${type})`;
  return `(SELECT coalesce(sum(memories), 0) FROM memory_totals WHERE ${ofType})::int
          - (SELECT count(*) FROM memory_expiries WHERE ${ofType} AND expires_at <= now())::int`;
}

function isAttribute(lead: Lead | undefined): lead is LabelGroup {
  return lead?.kind === 'attributes' && lead.labels.length === 1;
}

/** Whether the filter asks for one label and nothing else. */
function isLabelAlone(filter: MemoryFilter): boolean {
  const [group, ...others] = labelGroups(filter);
  const isOne = others.length === 0 && group?.labels.length === 1;
  return isOne && filter.type === undefined && isByLabelsAlone(filter);
}

/** Without regard to a type. */
function isByLabelsAlone(filter: MemoryFilter): boolean {
  const { ids, externalIds, before, createdFrom, createdTo, occurredFrom, occurredTo } = filter;
  return [ids, externalIds, before, createdFrom, createdTo, occurredFrom, occurredTo].every(
    (each) => each === undefined,
  );
}
