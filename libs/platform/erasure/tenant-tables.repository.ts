import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** A table with a column `tenant_id`. */
export interface TenantTable {
  readonly name: string;
  /** Rows that may be deleted in one statement. */
  readonly batch: number;
}

interface TableRow {
  readonly name: string;
  /** Other tables that its rows refer to. */
  readonly refersTo: readonly string[];
  readonly refersToItself: boolean;
  /** Whether the database deletes rows of other tables with its own. */
  readonly triggers: boolean;
  /** Whether jobs look through it. */
  readonly queue: boolean;
}

/** So many rows take some 10 ms, for which those wait who want the same rows, or the embedded database's one connection. */
const BATCH = 1_000;
/** Rows that refer to rows of the same table can only be deleted together with these. */
const ALL = 2 ** 31 - 1;

/**
 * The rows of a tenant in whichever tables there are, those of features that this build does not know included. Partitions
 * are reached through their table.
 */
@Injectable()
export class TenantTablesRepository {
  /** In the order in which their rows can be deleted. */
  async list(tx: EntityManager): Promise<TenantTable[]> {
    return inOrder(await tx.query<TableRow[]>(TABLES));
  }

  /** In a transaction of the erasure. @returns how many rows, fewer than the batch only where no more are left */
  async erase(tx: EntityManager, { name, batch }: TenantTable): Promise<number> {
    const [row] = await tx.query<{ erased: number }[]>('SELECT mneme_erase_rows($1::regclass, $2) AS erased', [
      name,
      batch,
    ]);
    return row?.erased ?? 0;
  }

  /** Rows of the transaction's tenant. */
  async count(tx: EntityManager, name: string): Promise<number> {
    const [row] = await tx.query<{ rows: number }[]>('SELECT mneme_count_rows($1::regclass)::float8 AS rows', [name]);
    return row?.rows ?? 0;
  }
}

/** What erasures are written down in is not erased with them. */
const TABLES = `
  SELECT c.oid::regclass::text AS name,
         ARRAY(SELECT DISTINCT k.confrelid::regclass::text FROM pg_constraint k
                WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.confrelid <> c.oid) AS "refersTo",
         EXISTS (SELECT FROM pg_constraint k
                  WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.confrelid = c.oid) AS "refersToItself",
         EXISTS (SELECT FROM pg_trigger t WHERE t.tgrelid = c.oid AND NOT t.tgisinternal AND t.tgtype & 8 <> 0) AS triggers,
         EXISTS (SELECT FROM pg_policy p
                  WHERE p.polrelid = c.oid AND pg_get_expr(p.polqual, p.polrelid) LIKE '%app.system%') AS queue
    FROM pg_class c
   WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
     AND c.relname <> 'tenant_erasures'
     AND EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'tenant_id' AND NOT a.attisdropped)
   ORDER BY c.relname`;

/**
 * What refers to others goes before these. Among the rest, what jobs look through first, so that they find no more work for
 * the tenant, and what has triggers last, when there is nothing left for these to delete.
 */
function inOrder(rows: readonly TableRow[]): TenantTable[] {
  const rank = ({ queue, triggers }: TableRow): number => (triggers ? 2 : queue ? 0 : 1);
  let waiting = rows.toSorted((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1));
  const ordered: TableRow[] = [];
  while (waiting.length > 0) {
    const free = waiting.find(({ name }) => !waiting.some(({ refersTo }) => refersTo.includes(name)));
    // In a circle there is no first one.
    const next = free ?? waiting[0];
    if (next === undefined) break;
    ordered.push(next);
    waiting = waiting.filter((row) => row !== next);
  }
  return ordered.map(({ name, refersToItself }) => ({ name, batch: refersToItself ? ALL : BATCH }));
}
